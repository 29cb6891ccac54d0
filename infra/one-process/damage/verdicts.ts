import { join } from 'node:path'
import { CannotStart } from '@tuma/platform/runtime'
import { expect } from 'vitest'
import { askLists, changed, faultsIn } from './answers.ts'
import { type Before, damagePlace, type Folders } from './folders.ts'
import type { Place } from './places.ts'
import { placeInRow } from './row-places.ts'
import { type Running, settle, start, withProduct } from './running.ts'

type Verdict = { readonly verdict: 'refused' | 'named' | 'healed' | 'unharmed'; readonly what: string }

/** What becomes of a folder with this place damaged: it is refused, named, healed, or was in no use. */
export const tryPlace = async (
  folders: Folders,
  place: Place,
  by: number,
  lane: number,
): Promise<Verdict & { readonly folder: string }> => {
  const { folder, before } = await folders.copyFor(place, lane)
  await damagePlace(folder, place, by)
  const product = await start(folder).catch((error: unknown) => error)
  if (product instanceof Error) {
    expect(product).toBeInstanceOf(CannotStart)
    const why = product.cause instanceof Error ? product.cause.message : product.message
    return { verdict: 'refused', what: why.replaceAll(folder, 'the folder'), folder }
  }
  const running = product as Running
  try {
    const verdict = await judge(running, before)
    await running.close()
    if (verdict.verdict === 'healed') await withProduct(folder, (again) => stayHealed(again, before))
    return { ...verdict, folder }
  } finally {
    await running.close()
  }
}

const judge = async (product: Running, { answers, stable }: Before): Promise<Verdict> => {
  expect(faultsIn(await askLists(product))).toEqual([])
  const named = await settle(product)
  const now = await askLists(product)
  expect(faultsIn(now)).toEqual([])
  const differing = changed(answers, now, stable)
  const done = product.done()
  // What a start reads once is right again with the next start.
  if (named.length > 0 || (differing.length > 0 && done.length === 0)) {
    expect(named, `changed without a word: ${differing}`).not.toEqual([])
    return { verdict: 'named', what: named.join(', ') }
  }
  return done.length === 0 ? { verdict: 'unharmed', what: '' } : { verdict: 'healed', what: done.join(', ') }
}

const stayHealed = async (product: Running, { answers, stable }: Before): Promise<void> => {
  const now = await askLists(product)
  expect([...faultsIn(now), ...changed(answers, now, stable)]).toEqual([])
  expect(await settle(product)).toEqual([])
}

const healedList = /(\S+) of (\S+) is damaged: it was filled again/
/** The list that was filled again, of what was healed; null when only indexes were made again. */
const filledIn = (what: string): { readonly service: string; readonly collection: string } | null => {
  const [, collection, service] = healedList.exec(what) ?? []
  return collection && service ? { service, collection } : null
}

/**
 * The same once more, in the folder of a place that was healed: the list is damaged at a place of the same kind. On the
 * same day it is named and stays as it is, after another start too; on the next day it fills again, and stays right.
 */
export const damageAgain = async (folder: string, what: string, random: () => number): Promise<string> => {
  const list = filledIn(what)
  if (!list) return 'its indexes were made again, and it was not filled'
  const place = placeInRow(join(folder, 'tuma.db'), list, random)
  await damagePlace(folder, { kind: 'leaf', at: place.at }, 1)
  const asNamed = `${list.service} ${list.collection} stays`
  for (const _ of ['at once', 'after another start'])
    await withProduct(folder, async (product) => {
      expect(faultsIn(await askLists(product))).toEqual([])
      expect([await settle(product), product.done()]).toEqual([[asNamed], []])
      expect(faultsIn(await askLists(product))).toEqual([])
    })
  await withProduct(folder, (product) => isFilledAgain(product, list.collection), 1)
  await withProduct(folder, async (product) => expect([await settle(product), product.done()]).toEqual([[], []]), 1)
  return `damaged again at page ${place.page}, named ${asNamed}, and healed on the next day`
}

const isFilledAgain = async (product: Running, collection: string): Promise<void> => {
  expect(faultsIn(await askLists(product))).toEqual([])
  expect(await settle(product)).toEqual([])
  expect(product.done()).toEqual([expect.stringContaining(`${collection} of`)])
  expect(faultsIn(await askLists(product))).toEqual([])
}
