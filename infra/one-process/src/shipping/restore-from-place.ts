import { type EngineSettings, type erasedIn, readErased } from '@tuma/platform/engines'
import { CannotStart } from '@tuma/platform/runtime'
import { putIntoFolder } from '../backup/restore-backup.ts'
import { assertInOneFolder } from '../backup/staged-data.ts'
import { type BackupSettings, readPlace } from './backup-settings.ts'
import { getShippedErased } from './erased-keys.ts'
import { openPlace } from './open-place.ts'
import { PlaceTrouble } from './place.ts'
import { planRestore, restoreShipped, toRestoreSentence, type Wanted } from './restore-shipped.ts'
import { getBaseList } from './shipped-objects.ts'

type Asked = Wanted & { readonly list: string | null }

/**
 * Puts what was shipped to a place into a data folder that is missing or empty, as it was at a moment. Nothing at the
 * place changes.
 * @param asked `--from` and the place, `--at` and an ISO instant, `--erased` and a list of people erased since
 * @returns what was done, in sentences. @throws CannotStart with a sentence that says what is wrong or missing
 */
export const restoreFromPlace = async (
  asked: readonly string[],
  settings: EngineSettings & BackupSettings,
): Promise<string> => {
  assertInOneFolder(asked, settings)
  const { to, until, list } = whatIsMeant(asked)
  const objects = openPlace(readPlace(to, settings))
  try {
    const plan = await planRestore(objects, { to, until })
    const { key } = await getBaseList(objects, plan.base)
    const erased = [await getShippedErased(objects), list ? await readErased(list) : new Map()]
    const all = new Map(erased.flatMap((one) => [...one.keys()]).map((service) => [service, peopleIn(erased, service)]))
    const copyDataTo = async (path: string) =>
      new Date(await restoreShipped(objects, { to, until }, plan, path)).toISOString()
    return await putIntoFolder({ name: to, key, erased: all, copyDataTo }, settings)
  } catch (error) {
    if (error instanceof PlaceTrouble)
      throw new CannotStart(`${error.message}. Nothing has been changed.`, { cause: error })
    throw toRestoreSentence(error, to)
  }
}

const peopleIn = (lists: readonly Awaited<ReturnType<typeof erasedIn>>[], service: string): string[] =>
  lists.flatMap((one) => one.get(service) ?? [])

const usage =
  'Name the place: npm run restore -- --from /backups/tuma, with --at 2026-11-29T12:00:00+03:00 for a moment before the last one.'
const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

const whatIsMeant = (asked: readonly string[]): Asked => {
  const options = new Map<string, string>()
  for (let at = 0; at < asked.length; at += 2) options.set(String(asked[at]), asked[at + 1] ?? '')
  const [to, at, list] = ['--from', '--at', '--erased'].map((name) => options.get(name))
  const isKnown = [...options].every(([name, value]) => ['--from', '--at', '--erased'].includes(name) && value !== '')
  if (!to || !isKnown) throw new CannotStart(usage)
  const until = at === undefined ? Number.POSITIVE_INFINITY : isMoment.test(at) ? Date.parse(at) : Number.NaN
  if (Number.isNaN(until)) throw new CannotStart(`${at} is no moment with its time zone. ${usage}`)
  return { to, until, list: list ?? null }
}
