const KEY = 'kintsugi.theme';

export const THEMES = ['auto', 'light', 'dark'];

/** What was chosen; `auto` follows the system. */
export function theme() {
  const chosen = localStorage.getItem(KEY);
  return THEMES.includes(chosen) ? chosen : 'auto';
}

/** @param {string} chosen one of THEMES */
export function chooseTheme(chosen) {
  localStorage.setItem(KEY, chosen);
  document.documentElement.dataset.theme = chosen;
  window.dispatchEvent(new Event('themechange'));
}
