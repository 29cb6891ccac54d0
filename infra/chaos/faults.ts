import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getNames, keptBy } from '@tuma/one-process/read-models'
import type { Chance } from '@tuma/simulation/chance'
import type { Mood, SmsStandIn } from './provider.ts'
import type { Running } from './running.ts'

export type Stage = { readonly product: Running; readonly sms: SmsStandIn; readonly chance: Chance }

/** A moment within a start, which takes a second or two. */
const inStart = (chance: Chance): number => chance.below(2500)

const killedAndStarted = async ({ product }: Stage): Promise<void> => {
  await product.end('SIGKILL')
  await product.start()
}

const killedInStart = async ({ product, chance }: Stage): Promise<void> => {
  await product.end('SIGKILL')
  for (let times = 1 + chance.below(4); times > 0; times -= 1) {
    product.begin()
    await pause(inStart(chance))
    await product.end('SIGKILL')
  }
  await product.start()
}

/** The rebuild is killed, then completed, and the start that fills the read model is killed too. */
const killedInRebuild = async (stage: Stage): Promise<void> => {
  const { product, chance } = stage
  await product.end('SIGKILL')
  const [service, kept] = chance.among(Object.entries(keptBy))
  const view = chance.among(getNames(kept))
  await product.tool('rebuild', [service, view], chance.below(2000))
  const ended = await product.tool('rebuild', [service, view])
  if (ended.code !== 0) throw new Error(`the rebuild of ${view} ended with ${ended.code}: ${ended.said}`)
  await killedInStart(stage)
}

/** A backup beside writers is killed, and the product during another backup; each file that remains must be whole. */
const killedInBackup = async (stage: Stage): Promise<void> => {
  const { product, chance } = stage
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
const fullDisk = async ({ product, chance }: Stage): Promise<void> => {
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
const clockJumps = async (stage: Stage): Promise<void> => {
  const { product, chance } = stage
  product.clockGoes(chance.among(['still', -10 * minute, -minute, 5 * minute] as const))
  await pause(500 + chance.below(1500))
  if (chance.below(2) === 0) await killedAndStarted(stage)
  product.clockGoes(0)
}

const providerIs =
  (mood: Mood) =>
  async (stage: Stage): Promise<void> => {
    stage.sms.be(mood)
    await pause(500 + stage.chance.below(1500))
    await killedAndStarted(stage)
    stage.sms.be('sound')
  }

export type Fault = readonly [name: string, bring: (stage: Stage) => Promise<void>]

export const faults: readonly Fault[] = [
  ['killed', killedAndStarted],
  ['disk full', fullDisk],
  ['killed in rebuild and while it is filled', killedInRebuild],
  ['provider silent, killed', providerIs('silent')],
  ['killed in backup', killedInBackup],
  ['killed in start', killedInStart],
  ['clock wrong', clockJumps],
  ['provider failing, killed', providerIs('failing')],
  ['provider slow, killed', providerIs('slow')],
]

/**
 * A disk that can be filled, where this account may mount one. @returns a function that unmounts it; null: not allowed
 */
export const mountDisk = (at: string, size: string): (() => void) | null => {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tuma-chaos', at])
  return status === 0 ? () => void spawnSync('umount', ['-l', at]) : null
}
