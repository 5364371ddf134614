// Sizes and colours for canvases.

/**
 * Returns the colours of custom properties as the browser computes them, such as "rgb(1, 2, 3)".
 * @param {HTMLElement} element an element on the page
 * @param {...string} names names of properties, such as "--accent"
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
 * Sets the size of a canvas so that it is as sharp as the screen. It returns the number of pixels
 * of the screen for one pixel of the page.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width in pixels of the page
 * @param {number} height in pixels of the page
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
 * Calls a function whenever the size of an element or the theme changes. It returns a function that
 * stops the calls.
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
 * Calls a function whenever the theme changes. It returns a function that stops the calls.
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
