/** Numbers and times as people read them. Nothing here computes a figure; it only writes down those of the API. */

const WHOLE = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const ONE_DIGIT = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const FEW_DIGITS = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Stands where the API says nothing. */
export const NONE = '–';

/** @param {number | bigint | string | undefined} value a 64-bit number may come as text */
export function count(value) {
  if (value === undefined || value === null) {
    return NONE;
  }
  return WHOLE.format(typeof value === 'string' ? BigInt(value) : value);
}

/** @param {number | undefined} perSecond */
export function rate(perSecond) {
  if (perSecond === undefined || perSecond === null) {
    return NONE;
  }
  return `${perSecond < 10 ? ONE_DIGIT.format(perSecond) : SHORT.format(perSecond)}/s`;
}

/** With as many places as tell small ones apart, `0.0000008937`. @param {number} value */
export function decimal(value) {
  return FEW_DIGITS.format(value);
}

/** @param {number | undefined} share 1 being all */
export function percent(share) {
  if (share === undefined || share === null) {
    return NONE;
  }
  return share > 0 && share < 0.001 ? '< 0.1%' : PERCENT.format(share);
}

/** @param {number | undefined} value */
export function bytes(value) {
  if (value === undefined || value === null) {
    return NONE;
  }
  let size = Number(value);
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${ONE_DIGIT.format(size)} ${UNITS[unit]}`;
}

/** @param {number | undefined} ms */
export function duration(ms) {
  if (ms === undefined || ms === null || Number.isNaN(ms)) {
    return NONE;
  }
  if (ms < SECOND) {
    return `${Math.round(ms)} ms`;
  }
  if (ms < MINUTE) {
    return `${(ms / SECOND).toFixed(ms < 10 * SECOND ? 2 : 1)} s`;
  }
  if (ms < HOUR) {
    return withRest(Math.floor(ms / MINUTE), 'min', Math.floor((ms % MINUTE) / SECOND), 's');
  }
  return ms < DAY
    ? withRest(Math.floor(ms / HOUR), 'h', Math.floor((ms % HOUR) / MINUTE), 'min')
    : withRest(Math.floor(ms / DAY), 'd', Math.floor((ms % DAY) / HOUR), 'h');
}

/** @param {string | undefined} from @param {string} [until] now unless it is given */
export function between(from, until) {
  return from ? duration(Math.max(0, (until ? Date.parse(until) : Date.now()) - Date.parse(from))) : NONE;
}

/** Time of day in UTC, `10:22:07`. @param {string | undefined} iso */
export function clock(iso) {
  return iso ? iso.slice(11, 19) : NONE;
}

/** Day and time in UTC, `2026-01-15 10:22:07 UTC`. @param {string | undefined} iso */
export function moment(iso) {
  return iso ? `${iso.slice(0, 10)} ${clock(iso)} UTC` : NONE;
}

/** @param {number} n @param {string} noun that takes an s */
export function plural(n, noun) {
  return `${count(n)} ${noun}${Number(n) === 1 ? '' : 's'}`;
}

/** `10 min 5 s`, but `10 min` when there is no rest. */
function withRest(whole, unit, rest, restUnit) {
  return rest ? `${whole} ${unit} ${rest} ${restUnit}` : `${whole} ${unit}`;
}
