/** Stands in for the browser's EventSource, which jsdom lacks: open connections wait until a test says something. */
export class FakeEventSource {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  static readonly all: FakeEventSource[] = []

  readyState: number = FakeEventSource.CONNECTING
  readonly url: string
  onopen?: () => void
  onmessage?: () => void
  onerror?: () => void

  constructor(url: string) {
    this.url = url
    FakeEventSource.all.push(this)
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED
  }

  /** The server takes the connection. */
  accept(): void {
    this.readyState = FakeEventSource.OPEN
    this.onopen?.()
  }

  /** The server says that something changed. */
  change(): void {
    this.onmessage?.()
  }

  /** The network went away; a browser tries again by itself. */
  lose(): void {
    this.readyState = FakeEventSource.CONNECTING
    this.onerror?.()
  }

  /** The server answers with an error; a browser gives up. */
  refuse(): void {
    this.readyState = FakeEventSource.CLOSED
    this.onerror?.()
  }
}

/** The connections to /api/events that are open, or being opened, at this moment. */
export const liveConnections = (): FakeEventSource[] =>
  FakeEventSource.all.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED)
