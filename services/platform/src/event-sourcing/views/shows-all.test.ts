import { expect, test } from 'vitest'
import { appendEarlier, close, jars, open, setUpJars, sumView, usualEngines } from '../jar-fixture.ts'
import { showsAll } from './shows-all.ts'

setUpJars()

test('a stopped service shows everything once each of its read models does', async () => {
  const views = [jars, sumView('lids-v1')]
  const shown = () => showsAll({ engines: usualEngines(), views })
  await appendEarlier([1, 2])
  expect(await shown()).toBe(false)
  const alone = await open([jars])
  await alone.projector.caughtUp()
  await close(alone)
  expect(await shown()).toBe(false)
  const both = await open(views)
  await both.projector.caughtUp()
  await close(both)
  expect(await shown()).toBe(true)
  await appendEarlier([3], 1)
  expect(await shown()).toBe(false)
})
