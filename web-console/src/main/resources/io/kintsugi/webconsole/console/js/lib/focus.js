/**
 * Gives the focus to the content of the page when what has it goes away or is switched off. A browser gives it to nothing then:
 * whoever works by keyboard no longer sees where they are, and a screen reader says nothing.
 *
 * @param {Element} root what is looked after @param {() => HTMLElement} content
 * @returns {() => void} no longer does so
 */
export function keepFocus(root, content) {
  let holder = null;
  const taken = ({ target }) => { holder = target; };
  const changes = new MutationObserver(() => {
    const fallen = holder && (!holder.isConnected || holder.disabled);
    if (fallen && [document.body, holder].includes(document.activeElement)) {
      holder = null;
      content().focus({ preventScroll: true });
    }
  });
  root.addEventListener('focusin', taken);
  changes.observe(root, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    root.removeEventListener('focusin', taken);
    changes.disconnect();
  };
}
