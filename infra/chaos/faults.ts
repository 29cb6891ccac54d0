import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getNames, keptBy } from '@tuma/one-process/read-models'
import type { Chance } from '@tuma/simulation/chance'
import type { ProductProcess } from './product-process.ts'
import type { ProviderBehaviour, SmsProviderDouble } from './sms-provider.ts'

export type FaultContext = {
  readonly product: ProductProcess
  readonly sms: SmsProviderDouble
  readonly chance: Chance
}

/** A moment within a start, which takes a second or two. */
const pickDelayInStart = (chance: Chance): number => chance.below(2500)

const killAndStart = async ({ product }: FaultContext): Promise<void> => {
  await product.end('SIGKILL')
  await product.start()
}

const killDuringStart = async ({ product, chance }: FaultContext): Promise<void> => {
  await product.end('SIGKILL')
  for (let times = 1 + chance.below(4); times > 0; times -= 1) {
    product.begin()
    await pause(pickDelayInStart(chance))
    await product.end('SIGKILL')
  }
  await product.start()
}

/** The rebuild is killed, then completed, and the start that fills the read model is killed too. */
const killDuringRebuild = async (context: FaultContext): Promise<void> => {
  const { product, chance } = context
  await product.end('SIGKILL')
  const [service, kept] = chance.among(Object.entries(keptBy))
  const view = chance.among(getNames(kept))
  await product.tool('rebuild', [service, view], chance.below(2000))
  const ended = await product.tool('rebuild', [service, view])
  if (ended.code !== 0) throw new Error(`the rebuild of ${view} ended with ${ended.code}: ${ended.said}`)
  await killDuringStart(context)
}

/** A backup beside writers is killed, and the product during another backup; each file that remains must be whole. */
const killDuringBackup = async (context: FaultContext): Promise<void> => {
  const { product, chance } = context
  const file = join(dirname(product.folder), 'tuma.backup')
  await product.tool('backup', [file, '--replace'], chance.below(900))
  const another = product.tool('backup', [file, '--replace'])
  await pause(chance.below(600))
  await product.end('SIGKILL')
  const ended = await another
  if (ended.code !== 0) throw new Error(`the backup ended with ${ended.code}: ${ended.said}`)
  const left = readdirSync(dirname(file)).filter((name) => name.startsWith('tuma.backup.'))
  if (left.length > 0) throw new Error(`a backup left ${left.join(', ')}`)
  await product.start()
}

/** The product's own disk is full for a while; then it has room again, and the product must recover by itself. */
const fillDisk = async ({ product, chance }: FaultContext): Promise<void> => {
  const filler = join(dirname(product.folder), 'filler')
  for (let bytes = 1024 * 1024; bytes >= 1; ) {
    try {
      writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      bytes = Math.floor(bytes / 4)
    }
  }
  await pause(500 + chance.below(1500))
  const isKilled = chance.below(2) === 0
  if (isKilled) await product.end('SIGKILL')
  rmSync(filler)
  if (isKilled) await product.start()
  else await product.ready()
}

const minute = 60_000
const changeClock = async (context: FaultContext): Promise<void> => {
  const { product, chance } = context
  product.setClock(chance.among(['still', -10 * minute, -minute, 5 * minute] as const))
  await pause(500 + chance.below(1500))
  if (chance.below(2) === 0) await killAndStart(context)
  product.setClock(0)
}

const changeProvider =
  (behaviour: ProviderBehaviour) =>
  async (context: FaultContext): Promise<void> => {
    context.sms.behave(behaviour)
    await pause(500 + context.chance.below(1500))
    await killAndStart(context)
    context.sms.behave('sound')
  }

export type Fault = readonly [name: string, inject: (context: FaultContext) => Promise<void>]

export const faults: readonly Fault[] = [
  ['killed', killAndStart],
  ['disk full', fillDisk],
  ['killed in rebuild and while it is filled', killDuringRebuild],
  ['provider silent, killed', changeProvider('silent')],
  ['killed in backup', killDuringBackup],
  ['killed in start', killDuringStart],
  ['clock wrong', changeClock],
  ['provider failing, killed', changeProvider('failing')],
  ['provider slow, killed', changeProvider('slow')],
]

/**
 * A disk that can be filled, where this account may mount one. @returns a function that unmounts it; null: not allowed
 */
export const mountDisk = (at: string, size: string): (() => void) | null => {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tuma-chaos', at])
  return status === 0 ? () => void spawnSync('umount', ['-l', at]) : null
}
