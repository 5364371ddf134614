// Colours of the page's style for canvases.

/**
 * The colours of custom properties as a browser computes them, such as "rgb(1, 2, 3)".
 * @param {HTMLElement} element that is on the page
 * @param {...string} names such as "--accent"
 */
export function colours(element, ...names) {
  const probe = document.createElement('span');
  element.append(probe);
  const found = names.map((name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return found;
}

/**
 * Calls a function whenever the theme changes. Returns a function that ends this.
 * @param {() => void} changed
 */
export function onTheme(changed) {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const media = matchMedia('(prefers-color-scheme: dark)');
  media.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    media.removeEventListener('change', changed);
  };
}
