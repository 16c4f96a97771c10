/** Specs that a person begins with. */

const EXAMPLES = {
  'io.kintsugi.examples.flights.FlightsJob': `# Online training: which flights will arrive late?
program:
  builder: io.kintsugi.examples.flights.FlightsJob
  params:
    records: 0            # without end
    rate: 2000            # per second
    parallelism: 4
    checkpoint-ms: 2000
recovery:
  strategy: task          # only what failed restarts
  lossBudget: {records: 10000, windowMs: 600000, onExcess: escalate}
`,
  'io.kintsugi.examples.quakes.QuakesJob': `# Event time: earthquakes by network and hour, from reports that come hours late
program:
  builder: io.kintsugi.examples.quakes.QuakesJob
  params:
    rate: 50              # per second
`,
};

/** For a class that nobody lists. */
export const OWN = `name: my-job
program:
  builder: com.example.MyJob
  params: {}
`;

/** @param {string} builder name of a class */
export function beginningWith(builder) {
  return EXAMPLES[builder] ?? `program:\n  builder: ${builder}\n`;
}
