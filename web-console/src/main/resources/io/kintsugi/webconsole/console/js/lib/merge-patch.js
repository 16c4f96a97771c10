/**
 * Applies a JSON Merge Patch (RFC 7396). Neither argument is changed; what the patch does not name is shared with the
 * result.
 *
 * @param {unknown} target
 * @param {unknown} patch
 * @returns {any}
 */
export function mergePatch(target, patch) {
  if (!isObject(patch)) {
    return patch;
  }
  const result = isObject(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) {
      delete result[field];
    } else {
      result[field] = mergePatch(result[field], value);
    }
  }
  return result;
}

function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
