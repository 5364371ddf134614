// Functions that make elements.

/**
 * Makes an element. Names in props that begin with "on" are event listeners. The names class, for,
 * role, aria-* and data-* are attributes. Other names are properties.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (/^(class|for|role|list|aria-.*|data-.*)$/.test(name))
      element.setAttribute(name, value);
    else Reflect.set(element, name, value);
  }
  element.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * Makes an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Makes a button.
 * @param {string} text
 * @param {() => void} onclick
 * @param {Record<string, any>} [props]
 */
export function button(text, onclick, props = {}) {
  return el('button', { type: 'button', onclick, ...props }, text);
}

/**
 * Disables or enables a button. If the button had the focus, another element gets the focus.
 * Otherwise, the browser would drop the focus, and users of the keyboard would lose their place.
 * @param {HTMLButtonElement} button
 * @param {boolean} disabled
 * @param {HTMLElement} other
 */
export function disable(button, disabled, other) {
  if (disabled && document.activeElement === button) other.focus({ preventScroll: true });
  button.disabled = disabled;
}

/**
 * How many times as large as usual the texts of the page are. The reader sets their size in the
 * browser.
 */
export const textScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

let fields = 0;

/**
 * Makes a labelled control, with an optional line of help.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} control
 * @param {string} [help]
 */
export function field(label, control, help) {
  control.id ||= `field-${++fields}`;
  const hint = help ? el('span', { class: 'help', id: `${control.id}-help` }, help) : null;
  if (hint) control.setAttribute('aria-describedby', hint.id);
  return el('div', { class: 'field' }, el('label', { for: control.id }, label), control, hint);
}

/**
 * Makes a select box of [value, text] pairs.
 * @param {[string, string][]} options
 * @param {string} value the selected value
 * @param {(value: string) => void} [onchange]
 */
export function select(options, value, onchange) {
  const box = el(
    'select',
    {},
    ...options.map(([v, text]) => new Option(text, v, v === value, v === value)),
  );
  if (onchange) box.addEventListener('change', () => onchange(box.value));
  return box;
}
