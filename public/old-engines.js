// What the oldest engines served here lack (Chrome below 93, Safari below 15.4) and our code uses while it starts; before-page.js brings it there.
if (!Object.hasOwn) {
  Object.defineProperty(Object, 'hasOwn', {
    // biome-ignore lint/suspicious/noPrototypeBuiltins: the better way is what is missing
    value: (object, key) => Object.prototype.hasOwnProperty.call(Object(object), key),
    configurable: true,
    writable: true,
  })
}
for (const kind of [Array, String, Object.getPrototypeOf(Int8Array)]) {
  if (kind.prototype.at) continue
  Object.defineProperty(kind.prototype, 'at', {
    value: function at(index) {
      const whole = Math.trunc(index) || 0
      return this[whole < 0 ? this.length + whole : whole]
    },
    configurable: true,
    writable: true,
  })
}
