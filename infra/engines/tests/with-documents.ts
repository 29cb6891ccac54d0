import type { EventStoreHouse } from '@tuma/platform/engines/eventstoredb'
import type { EngineHouse } from '@tuma/platform/ports'

/** The same event stores, each beside the documents of its service in `engines`. */
export const withDocuments = (house: EventStoreHouse, engines: EngineHouse) => {
  const documentsOf = (service: string) => engines.of(service).documents
  return {
    ...house,
    of: (service: string) => house.of(service, documentsOf(service)),
    assertThere: (services: readonly string[]) => house.assertThere(services, documentsOf),
    agree: (service: string) => house.agree(service, documentsOf(service)),
    takeUp: (service: string) => house.takeUp(service, documentsOf(service), async () => {}),
  }
}
