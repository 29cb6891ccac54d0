import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeIndexedDb, storageIsIdle } from '../testing/fake-indexed-db.ts'
import { type Ending, OutboxWorld, type Page } from '../testing/outbox-world.ts'
import type { SavedStep } from './saved-step.ts'

/**
 * What happens on a phone that two agents share: Amina and Brian, in up to two tabs. `tab` and `step` are chosen among
 * those that there are.
 */
type Happening =
  | { readonly what: 'add'; readonly tab: number; readonly target: string; readonly undoMs: number }
  | { readonly what: 'undo'; readonly tab: number; readonly step: number; readonly passMs: number }
  | { readonly what: 'pass'; readonly ms: number }
  | { readonly what: 'end'; readonly ending: Ending }
  | { readonly what: 'kill' | 'open'; readonly tab: number }
  | { readonly what: 'login'; readonly account: 'amina' | 'brian'; readonly closes: boolean }
  | { readonly what: 'logout' | 'offline' | 'online' }

const endings: readonly Ending[] = ['done', 'lost', 'unreachable', 'busy', 'limited', 'fault', 'faultAfter', 'refused']
const tab = fc.nat(1)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('add' as const),
      tab,
      target: fc.constantFrom('A', 'B', 'C'),
      undoMs: fc.constantFrom(0, 10_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('undo' as const),
      tab,
      step: fc.nat(20),
      passMs: fc.constantFrom(0, 10_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('pass' as const), ms: fc.constantFrom(1_000, 10_000, 70_000, 300_000) }),
  },
  { weight: 9, arbitrary: fc.record({ what: fc.constant('end' as const), ending: fc.constantFrom(...endings) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('kill' as const, 'open' as const), tab }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('login' as const),
      account: fc.constantFrom('amina' as const, 'brian' as const),
      closes: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('logout' as const, 'offline' as const, 'online' as const) }),
  },
)

type Added = { readonly key: string; readonly account: string; readonly target: string; readonly input: unknown }
type Tab = { readonly account: string; readonly page: Page }

/** The phone with what was added and undone so far. */
class Shared {
  readonly phone = new OutboxWorld()
  readonly added: Added[] = []
  readonly undone = new Set<string>()
  tabs: Tab[] = []

  constructor(hasLocks: boolean) {
    this.phone.hasLocks = hasLocks
    this.phone.ending = null
    this.open('amina')
  }

  open(account: string): void {
    this.tabs.push({ account, page: this.phone.open(account) })
  }

  async happens(it: Happening): Promise<void> {
    switch (it.what) {
      case 'add':
        await this.#add(it.tab, it.target, it.undoMs)
        break
      case 'undo':
        await this.#undo(it.tab, it.step, it.passMs)
        break
      case 'pass':
        await this.phone.pass(it.ms)
        break
      case 'end':
        this.phone.end(it.ending)
        break
      case 'kill':
        this.tabs.splice(it.tab, 1)[0]?.page.kill()
        break
      case 'open':
        if (this.phone.session && this.tabs.length < 2) this.open(this.phone.session)
        break
      case 'login':
        this.phone.session = it.account
        if (it.closes || this.tabs.length > 1) this.tabs.shift()?.page.outbox.close()
        this.open(it.account)
        break
      case 'logout':
        this.phone.session = null
        this.tabs.shift()?.page.outbox.close()
        break
      case 'offline':
        this.phone.isOnline = false
        break
      case 'online':
        await this.phone.comeOnline()
    }
    await storageIsIdle()
  }

  async #add(at: number, target: string, undoMs: number): Promise<void> {
    const found = this.tabs[at]
    if (!found) return
    const { account, page } = found
    const input = { code: `${account} ${this.added.length}` }
    const key = await page.outbox.add({ ...this.phone.step(target, undoMs), input })
    this.added.push({ key, account, target, input })
  }

  /** While time passes: the step may be sent at the same moment. */
  async #undo(at: number, step: number, passMs: number): Promise<void> {
    const found = this.tabs[at]
    const chosen = this.added[step % Math.max(1, this.added.length)]
    if (!found || !chosen) return
    const [isUndone] = await Promise.all([found.page.outbox.undo(chosen.key), this.phone.pass(passMs)])
    if (isUndone) this.undone.add(chosen.key)
  }

  /** Each agent logs in once more, and the network is there. @returns the steps that are left in the browser */
  async ends(): Promise<readonly SavedStep[]> {
    for (const { page } of this.tabs) page.kill()
    const left: SavedStep[] = []
    await this.phone.comeOnline()
    this.phone.ending = 'done'
    while (this.phone.flights.length > 0) this.phone.end('done')
    for (const account of ['amina', 'brian']) {
      this.phone.session = account
      const { outbox } = this.phone.open(account)
      await this.phone.pass(20 * 60_000)
      left.push(...outbox.steps())
      outbox.close()
    }
    return left
  }
}

test.each([true, false])(
  'whatever happens, each step that was not undone is sent until it is answered, with one key and in order (locks: %s)',
  async (hasLocks) => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 40 }), async (happenings) => {
        fakeIndexedDb()
        const shared = new Shared(hasLocks)
        await storageIsIdle()
        for (const one of happenings) await shared.happens(one)
        const left = await shared.ends()
        const { arrived } = shared.phone
        const kept = shared.added.filter(({ key }) => !shared.undone.has(key))

        // None is lost: each was answered, and none waits.
        const reached = new Set(arrived.map(({ step }) => step.key))
        expect(kept.filter(({ key }) => !reached.has(key))).toEqual([])
        expect(left.filter(({ state }) => state === 'waiting')).toEqual([])
        // An undone one never went out.
        expect([...shared.undone].filter((key) => reached.has(key))).toEqual([])
        // Each went out under its one key, with one body, as the account that made it.
        for (const { step, as } of arrived) {
          const own = shared.added.find(({ key }) => key === step.key)
          expect({ input: step.input, as, target: step.target }).toEqual({
            input: own?.input,
            as: own?.account,
            target: own?.target,
          })
        }
        expect(new Set(arrived.map(({ step }) => `${step.key} ${step.doneAt}`)).size).toBe(reached.size)
        // The steps of an account at one target went out in the order in which they were made.
        for (const account of ['amina', 'brian'])
          for (const target of ['A', 'B', 'C']) {
            const isOf = (one: { account: string; target: string }) => one.account === account && one.target === target
            const firsts = new Set(arrived.filter(({ step }) => isOf(step)).map(({ step }) => step.key))
            expect([...firsts]).toEqual(kept.filter(isOf).map(({ key }) => key))
          }
      }),
      { numRuns: 150 },
    )
  },
)
