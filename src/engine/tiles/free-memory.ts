// Pixel buffers live outside the JavaScript heap, where the collector does not feel them: left to itself it lets hundreds of
// megabytes of dead tiles stand. One collection per tile costs a few milliseconds (the child is started with --expose-gc).

export function freeMemory(): void {
  globalThis.gc?.()
}
