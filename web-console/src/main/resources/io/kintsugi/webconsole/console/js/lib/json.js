const WHOLE = /^-?\d+$/;

/**
 * Parses JSON without rounding: whole numbers that a double cannot hold become BigInt.
 *
 * @param {string} text
 * @returns {any}
 */
export function parseJson(text) {
  return JSON.parse(text, (field, value, context) => {
    const rounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
    return rounded && context && WHOLE.test(context.source) ? BigInt(context.source) : value;
  });
}
