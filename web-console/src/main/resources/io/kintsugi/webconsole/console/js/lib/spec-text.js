/**
 * Changes single lines of a spec and leaves the rest, comments too, as the person wrote it. It knows specs whose `program` is
 * written one key to a line, as those that a person begins with; of others it knows nothing.
 */

const PROGRAM = /^program:\s*(#.*)?$/;
const PARAMS = /^  params:\s*(\{\s*\}\s*)?(#.*)?$/;
const PLAIN = /^(?!null$)(0|[1-9]\d{0,14}|\d+\.\d+|[A-Za-z_/][\w./-]*)$/i;

/** @param {string} text @returns {string | undefined} the builder's class, if the text can be changed here */
export function builderOf(text) {
  const { lines, from, to } = program(text);
  return valueOf(lines.slice(from, to), '  ', 'builder');
}

/** @param {string} text @param {string} name @returns {string | undefined} as it is written */
export function paramOf(text, name) {
  const { lines, from, to } = params(text);
  return valueOf(lines.slice(from, to), '    ', name);
}

/** @param {string} text @param {string} name @param {string} value empty for none */
export function withParam(text, name, value) {
  const { lines, from, to, head } = params(text);
  if (head !== undefined) {
    lines[head] = '  params:';
    return withoutEmptyParams(put(lines, { from, to }, `    ${name}`, value));
  }
  if (value === '') {
    return text;
  }
  const block = program(text);
  const after = block.lines.findIndex((line, index) => index >= block.from && line.startsWith('  builder:')) + 1;
  block.lines.splice(after, 0, '  params:', `    ${name}: ${scalar(value)}`);
  return block.lines.join('\n');
}

/** With no line below it, the key would say that there is nothing where a map has to be. */
function withoutEmptyParams(text) {
  const { lines, from, to, head } = params(text);
  if (from === to) {
    lines.splice(head, 1);
  }
  return lines.join('\n');
}

/** @param {string} text @param {string} digest of a JAR */
export function withArtifact(text, digest) {
  const { lines, from, to } = program(text);
  return put(lines, { from, to }, '  artifact', digest);
}

/** The lines below `program:`; none if it is not written so. */
function program(text) {
  const lines = text.split('\n');
  const head = lines.findIndex((line) => PROGRAM.test(line));
  return { lines, ...below(lines, head, '  ') };
}

function params(text) {
  const { lines, from, to } = program(text);
  const head = lines.findIndex((line, index) => index >= from && index < to && PARAMS.test(line));
  return head < 0 ? { lines, from: 0, to: 0 } : { lines, head, ...below(lines, head, '    ') };
}

/** Lines after the head that are further in, up to the last one that is not empty. */
function below(lines, head, indent) {
  if (head < 0) {
    return { from: 0, to: 0 };
  }
  let to = head + 1;
  for (let at = head + 1; at < lines.length && (lines[at].startsWith(indent) || !lines[at].trim()); at += 1) {
    to = lines[at].trim() ? at + 1 : to;
  }
  return { from: head + 1, to };
}

function valueOf(lines, indent, key) {
  const line = lines.find((one) => one.startsWith(`${indent}${key}:`));
  const text = line?.slice(indent.length + key.length + 1).replace(/\s#.*$/, '').trim();
  try {
    return text?.startsWith('"') ? JSON.parse(text) : text;
  } catch {
    return text; // Half written.
  }
}

/** Writes `key: value` over the line of the key, with what stands behind it, or below the others. */
function put(lines, { from, to }, key, value) {
  const at = lines.findIndex((line, index) => index >= from && index < to && line.startsWith(`${key}:`));
  if (at < 0) {
    lines.splice(to, 0, ...(value === '' ? [] : [`${key}: ${scalar(value)}`]));
  } else if (value === '') {
    lines.splice(at, 1);
  } else {
    const remark = /\s+#.*$/.exec(lines[at])?.[0] ?? '';
    lines[at] = `${key}: ${scalar(value)}${remark}`;
  }
  return lines.join('\n');
}

function scalar(value) {
  return PLAIN.test(value) ? value : JSON.stringify(value);
}
