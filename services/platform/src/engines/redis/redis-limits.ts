import { randomBytes } from 'node:crypto'
import type { LimitCounts, LimitKey, LimitRule } from '../../ports/limit-counts.ts'
import {
  entriesOfBucket,
  type LimitLevel,
  type Regions,
  sharedTimes,
  tableEntries,
  toLevels,
  toRegions,
} from './limit-levels.ts'

/** Runs a script. @throws EngineAway */
type Run = (script: string, keys: readonly string[], ...args: readonly (string | number)[]) => Promise<unknown>

/** What a number of Redis scripts holds exactly. */
const maxCount = 2 ** 32 - 1

/**
 * A kind's table is one string of at most 1 MiB, as the embedded one: entries of 16 bytes (six of the key's hash, four of
 * the count, six of the end in milliseconds). A hash with a field an entry would take five times as much. The hash is
 * keyed with what the first process has drawn, so that strangers cannot look for networks that meet in one shared count.
 */
const common = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('set', KEYS[2], ARGV[1], 'nx')
local secret = redis.call('get', KEYS[2])
local function hashed(name)
  local digest = redis.sha1hex(secret .. name)
  return struct.pack('>I6', tonumber(string.sub(digest, 1, 12), 16)), tonumber(string.sub(digest, 13, 20), 16)
end
local function read(at, length)
  local row = redis.call('getrange', KEYS[1], at, at + length - 1)
  return row .. string.rep('\\0', length - #row)
end
local function find(name, first, buckets)
  local tag, number = hashed(name)
  local at = (first + (number % buckets) * ${entriesOfBucket}) * 16
  local row = read(at, ${entriesOfBucket * 16})
  local free = nil
  for i = 0, ${entriesOfBucket - 1} do
    local found, count, ends = struct.unpack('>c6I4I6', string.sub(row, i * 16 + 1, i * 16 + 16))
    if ends > now and found == tag then return at + i * 16, tag, count, ends end
    if ends <= now and not free then free = at + i * 16 end
  end
  return free, tag, 0, 0
end`

/**
 * ARGV: secret, window, the start and number of the shared counts; then for each level its name, region and two maxima.
 */
const countScript = `${common}
local window = tonumber(ARGV[2])
local found = {}
for i = 5, #ARGV, 5 do
  local most = tonumber(ARGV[i + 3])
  local at, tag, count, ends = find(ARGV[i], tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2]))
  if not at and i == 5 then
    local own, number = hashed('shared ' .. ARGV[i])
    at, tag, most = (tonumber(ARGV[3]) + number % tonumber(ARGV[4])) * 16, own, tonumber(ARGV[i + 4])
    local _, before, ending = struct.unpack('>c6I4I6', read(at, 16))
    if ending > now then count, ends = before, ending end
  end
  if ends == 0 then ends = now + window end
  if at and count + 1 > most then return {count + 1, 1, ends - now, {}} end
  if at then found[#found + 1] = {at, tag, count + 1, ends} end
end
local placed = {}
for _, entry in ipairs(found) do
  local at, tag, count, ends = unpack(entry)
  redis.call('setrange', KEYS[1], at, struct.pack('>c6I4I6', tag, math.min(count, ${maxCount}), ends))
  placed[#placed + 1] = at
  placed[#placed + 1] = ends
end
local last = found[#found]
local lasts = math.max(window, redis.call('pttl', KEYS[1]))
redis.call('pexpire', KEYS[1], lasts)
redis.call('pexpire', KEYS[2], math.max(lasts, redis.call('pttl', KEYS[2])))
return {last[3], 0, last[4] - now, placed}`

/** ARGV: the place and end of each count. An entry without a count is free. */
const giveBackScript = `
for i = 1, #ARGV, 2 do
  local at, ends = tonumber(ARGV[i]), tonumber(ARGV[i + 1])
  local row = redis.call('getrange', KEYS[1], at, at + 15)
  if #row == 16 then
    local tag, count, ending = struct.unpack('>c6I4I6', row)
    if ending == ends and count > 0 then
      if count == 1 then ending = 0 end
      redis.call('setrange', KEYS[1], at, struct.pack('>c6I4I6', tag, count - 1, ending))
    end
  end
end`

/**
 * Counts that all processes share. @throws EngineAway also while Redis has no memory left
 * @param entries of a kind's table: the same in all processes
 */
export const redisLimits = (run: Run, entries = tableEntries): LimitCounts => {
  const toKeys = (kind: string): readonly string[] => [`limits ${kind}`, 'secret of limits']
  const fresh = randomBytes(16).toString('hex')
  const regions = toRegions(entries)
  const { first, buckets } = regions.shared

  return {
    async count(kind, key, rule) {
      const args = [
        Math.max(1, Math.ceil(rule.windowMs)),
        first,
        buckets * entriesOfBucket,
        ...levelArguments(regions, key, rule),
      ]
      const answer = await run(countScript, toKeys(kind), fresh, ...args)
      const [count, beyond, resetsInMs, placed] = answer as [number, number, number, number[]]
      const giveBack = async () => {
        const back = placed.splice(0)
        if (back.length > 0) await run(giveBackScript, toKeys(kind), ...back)
      }
      return { count, isBeyond: beyond === 1, resetsInMs, giveBack }
    },
  }
}

const whereIn =
  (regions: Regions) =>
  ({ name, region }: LimitLevel) => [name, regions[region].first, regions[region].buckets]

const levelArguments = (regions: Regions, key: LimitKey, { max }: LimitRule) =>
  toLevels(key).flatMap((level) =>
    [...whereIn(regions)(level), max * level.times, max * sharedTimes(level)].map((value) =>
      typeof value === 'number' ? Math.min(value, maxCount) : value,
    ),
  )
