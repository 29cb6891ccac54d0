import { FakeEventSource } from './fake-events.ts'

/** What browsers have and jsdom lacks, as far as our components ask for it. */
export function fillGapsOfJsdom(): void {
  Element.prototype.hasPointerCapture ??= () => false
  Element.prototype.setPointerCapture ??= () => {}
  Element.prototype.releasePointerCapture ??= () => {}
  Element.prototype.scrollIntoView ??= () => {}
  window.EventSource ??= FakeEventSource as never
  window.scrollTo = () => {}
  window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
}
