/** For tests of screens (`// @vitest-environment jsdom` at the top of the file). */
export type { FakeApi, Received } from './fake-api.ts'
export { liveConnections } from './fake-events.ts'
export { people } from './people.ts'
export { fakeApi, renderRouter, renderScreen } from './render-screen.tsx'
export { sampleDelivery } from './sample-delivery.ts'
