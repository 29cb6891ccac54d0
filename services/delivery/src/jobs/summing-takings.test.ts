import { expect, test, vi } from 'vitest'
import { doorstepForm, openNetwork, openWorld, people } from '../testing/world.ts'

const { cbdAgent, wanjiku } = people

test('the cash of a closed day is told once, at the end of a full pass', { timeout: 300_000 }, async () => {
  const world = await openWorld()
  const { riderId } = await openNetwork(world)
  const { deliveryId } = await world.delivery().requestDoorstep({ asked: world.asked(wanjiku), ...doorstepForm({}) })
  const press = () => ({ asked: world.asked(cbdAgent), deliveryId, revision: null })
  await world.delivery().assignRider({ ...press(), riderId })
  await world.delivery().move({ ...press(), to: 'inTransit' })
  await world.delivery().move({ ...press(), to: 'delivered', taken: { how: 'cash' } })

  const passOn = async (moment: string) => {
    world.world.now = moment
    await world.restart()
    await vi.waitFor(async () => expect((await world.delivery().audited()).lastPass).toBe(moment), 120_000)
  }
  const told = async () => (await world.engines().events.read('takings-2026-11-16')).map(({ data }) => data)
  await passOn('2026-11-16T20:00:00.000Z')
  expect(await told()).toEqual([])
  await passOn('2026-11-17T20:00:00.000Z')
  const [sum] = await told()
  const [taken] = (await world.engines().events.read(`delivery-${deliveryId}`))
    .filter(({ type }) => type === 'DueTaken')
    .map(({ data }) => data as { fee: number; productPrice: number })
  const cents = 100 * ((taken?.fee ?? 0) + (taken?.productPrice ?? 0))
  expect(cents).toBeGreaterThan(0)
  expect(sum).toEqual({
    ...{ day: '2026-11-16', takings: [{ agentId: 'agent-cbd', cents }] },
    at: '2026-11-17T20:00:00.000Z',
  })
  await passOn('2026-11-18T20:00:00.000Z')
  expect(await told()).toEqual([sum])
  expect((await world.delivery().audited()).findings).toEqual([])
  expect(world.faults).toEqual([])
  await world.close()
})
