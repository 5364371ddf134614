// Canvases in the size of their place and in the colours of the page's style.

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
 * Makes a canvas as sharp as the screen. Returns the pixels of the screen in one of the page.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width in pixels of the page
 * @param {number} height
 */
export function fit(canvas, width, height) {
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  return ratio;
}

/**
 * Calls a function whenever an element has another size or the theme changes. Returns a function
 * that ends this.
 * @param {HTMLElement} element
 * @param {() => void} changed
 */
export function onLook(element, changed) {
  const resized = new ResizeObserver(changed);
  resized.observe(element);
  const untheme = onTheme(changed);
  return () => {
    resized.disconnect();
    untheme();
  };
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
