import type { EventStoreDb } from '@tuma/platform/engines/eventstoredb'
import type { ProcessEngines } from '@tuma/platform/ports'

/** The same event stores, each beside the documents of its service in `engines`. */
export const withDocuments = (server: EventStoreDb, engines: ProcessEngines) => {
  const getDocuments = (service: string) => engines.of(service).documents
  return {
    ...server,
    of: (service: string) => server.of(service, getDocuments(service)),
    assertThere: (services: readonly string[]) => server.assertThere(services, getDocuments),
    agree: (service: string) => server.agree(service, getDocuments(service)),
    takeUp: (service: string) => server.takeUp(service, getDocuments(service), async () => {}),
  }
}
