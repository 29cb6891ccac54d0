import { expect, it } from 'vitest'
import type { Collection, FindOptions } from '../../ports/document-store.ts'
import {
  find,
  labels,
  type OpenDocumentStore,
  openSampleDocuments,
  type SampleDocument,
  sampleSpec,
} from './sample-documents.ts'

const people: Record<string, Partial<SampleDocument>> = {
  a: { marks: ['jane', 'kamau', '7k3m'], room: 'east', since: '1' },
  b: { marks: ['kamande', 'jane', 'jane'], room: 'west', since: '2' },
  c: { marks: ['otieno', '7k3m'], room: 'east', since: '3' },
  d: { marks: ['ja', 'Kamau'], since: '3' },
  e: { marks: [], room: 'east', since: '4' },
  f: { room: 'east', since: '5' },
}

export const words = (opened: OpenDocumentStore): void => {
  foundByWords(opened)
  asDocumentsChange(opened)
  askedForWords(opened)
}

const foundByWords = (opened: OpenDocumentStore): void => {
  it('finds documents with such a beginning of a word, with its case, newest first', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill(people)
    const beginning = (...texts: string[]) => find(samples, {}, { words: [texts] })
    expect(await beginning('jane')).toEqual(['b', 'a'])
    expect(await beginning('ja')).toEqual(['d', 'b', 'a'])
    expect(await beginning('kama')).toEqual(['b', 'a'])
    expect(await beginning('K')).toEqual(['d'])
    expect(await beginning('ane')).toEqual([])
    expect(await beginning('j%')).toEqual([])
    expect(await beginning('kamau', 'otieno', 'o')).toEqual(['c', 'a'])
    expect(await beginning()).toEqual([])
    expect(await find(samples, {}, { words: [] })).toHaveLength(6)
  })

  it('finds documents with all of the words, each document once', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill(people)
    expect(await find(samples, {}, { words: [['jane'], ['kama']] })).toEqual(['b', 'a'])
    expect(await find(samples, {}, { words: [['k'], ['7k3m']] })).toEqual(['a'])
    expect(
      await find(
        samples,
        {},
        {
          words: [
            ['o', 'k'],
            ['7', 'x'],
          ],
        },
      ),
    ).toEqual(['c', 'a'])
    expect(await find(samples, {}, { words: [['jane'], []] })).toEqual([])
  })

  it('finds them together with other conditions', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill(people)
    expect(await find(samples, { room: 'east' }, { words: [['ja', 'o']] })).toEqual(['c', 'a'])
    expect(await find(samples, { room: null }, { words: [['ja']] })).toEqual(['d'])
    expect(await find(samples, { room: ['east', 'west'] }, { words: [['j']] })).toEqual(['b', 'a'])
    expect(await find(samples, { room: [] }, { words: [['j']] })).toEqual([])
    expect(await find(samples, {}, { words: [['j']], between: { from: '2', to: '3' } })).toEqual(['b'])
    expect(await find(samples, {}, { words: [['j']], between: { to: '3' } })).toEqual(['b', 'a'])
    expect(await find(samples, { weight: null }, { words: [['7']], between: { from: '2' } })).toEqual(['c'])
  })
}

const asDocumentsChange = (opened: OpenDocumentStore): void => {
  it('finds nothing by former words of a document', async () => {
    const { store, samples, fill, put } = await openSampleDocuments(opened)
    await fill(people)
    await put('a', 2, { marks: ['jane', 'wanjiku'], since: '1' })
    await put('b', 2, null)
    await put('c', 2, { since: '9', marks: ['otieno', '7k3m'] })
    await store.forget(sampleSpec.name, 'd')
    expect(await find(samples, {}, { words: [['k']] })).toEqual([])
    expect(await find(samples, {}, { words: [['j', 'o']] })).toEqual(['c', 'a'])
    expect(await find(samples, {}, { words: [['7k3m']], between: { from: '9' } })).toEqual(['c'])
    expect(await put('a', 1, { marks: ['late'] })).toBe(false)
    expect(await find(samples, {}, { words: [['late']] })).toEqual([])
    await put('b', 3, { marks: ['kamande'], since: '2' })
    expect(await find(samples, {}, { words: [['k']] })).toEqual(['b'])
  })

  it('finds them after a restart too', async () => {
    const { store, fill, reopen } = await openSampleDocuments(opened)
    await fill(people)
    const again = await ((await reopen?.()) ?? store).collection<SampleDocument>(sampleSpec)
    expect(await find(again, {}, { words: [['jane'], ['kamau']] })).toEqual(['a'])
  })
}

const askedForWords = (opened: OpenDocumentStore): void => {
  it('goes through the matches in pages, with those of the same moment, in either order', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    const many = Array.from({ length: 12 }, (_, n) => [
      `s${n}`.padStart(3, '0'),
      { marks: [`w${n}`, 'all', n % 2 ? 'odd' : 'even'], since: n < 3 ? undefined : `${n >> 2}` },
    ])
    await fill(Object.fromEntries(many))
    const all = await find(samples, {}, { words: [['all']] })
    expect(all).toHaveLength(12)
    for (const limit of [1, 2, 5, 12]) {
      expect(await walked(samples, { words: [['all'], ['w']], limit })).toEqual(all)
      expect(await walked(samples, { words: [['a', 'w']], limit, upwards: true })).toEqual(all.toReversed())
      const odd = all.filter((label) => Number(label.replace(/\D/g, '')) % 2 === 1)
      expect(await walked(samples, { words: [['odd']], limit })).toEqual(odd)
    }
  })

  it('counts no further than asked', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill(people)
    const asked = { words: [['j']] }
    expect(await samples.countUpTo(2, {}, asked)).toEqual({ count: 2, more: true })
    expect(await samples.countUpTo(3, {}, asked)).toEqual({ count: 3, more: false })
    expect(await samples.countUpTo(1, { room: 'east' }, { words: [['7']] })).toEqual({ count: 1, more: true })
  })

  it('refuses an empty beginning, and values that are no words', async () => {
    const { store, samples, put } = await openSampleDocuments(opened)
    await expect(samples.find({ words: [['']], limit: 1 })).rejects.toThrow('begins with nothing')
    const wordless = await store.collection<SampleDocument>({ ...sampleSpec, name: 'wordless-v1', words: undefined })
    await expect(wordless.find({ words: [['a']], limit: 1 })).rejects.toThrow('no words')
    for (const marks of ['kamau', [7]] as unknown as string[][])
      await expect(put('a', 1, { marks })).rejects.toThrow('no words')
  })

  it('is declared differently with other words', async () => {
    const { store } = await openSampleDocuments(opened)
    await expect(store.collection({ ...sampleSpec, words: 'label' })).rejects.toThrow(sampleSpec.name)
  })
}

const walked = async (samples: Collection<SampleDocument>, asked: FindOptions): Promise<string[]> => {
  const seen: string[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof samples.find>> = await samples.find({ ...asked, after })
    seen.push(...labels(page.documents))
    after = page.next
  } while (after)
  return seen
}
