import { expect, onTestFinished, test } from 'vitest'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import { everyDocument } from './every-document.ts'

test('every document is every page of them: each once, newest first, of the filter alone', async () => {
  const engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
  const { documents } = engines.of('parcels')
  const fields = { kind: 'text', at: 'number' } as const
  const rows = await documents.collection<{ kind: string; at: number }>({
    ...{ name: 'rows-v1', fields, indexes: [['kind']], sortBy: 'at' },
  })
  const kindOf = (at: number) => (at < 1001 ? 'sent' : 'waiting')
  const writes = Array.from({ length: 1010 }, (_, at) => ({
    ...{ collection: 'rows-v1', id: `row-${at}`, version: 1, document: { kind: kindOf(at), at } },
  }))
  await documents.write(writes)
  const found = await Array.fromAsync(everyDocument(rows, { where: { kind: 'sent' } }))
  expect(found.map(({ at }) => at)).toEqual(Array.from({ length: 1001 }, (_, at) => 1000 - at))
})
