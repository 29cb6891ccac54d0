/** For tests of screens, whose first line names jsdom as their `@vitest-environment`. */
export type { FakeApi, Received } from './fake-api.ts'
export { liveConnections } from './fake-events.ts'
export { people } from './people.ts'
export { fakeApi, renderRouter, renderScreen } from './render-screen.tsx'
export { sampleDelivery } from './sample-delivery.ts'
export { sampleTabCounts } from './sample-tab-counts.ts'
export { scan } from './scan.ts'
export { watchHeadings } from './watch-headings.ts'
