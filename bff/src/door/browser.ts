import Bowser from 'bowser'
import type { Arrival } from './arrival.ts'

const maxLength = 512
const browsers = new Set(Object.values(Bowser.BROWSER_MAP))
const systems = new Set(Object.values(Bowser.OS_MAP))

/**
 * The caller's browser and system, "Chrome" and "Android". Null for names that the library does not list, because it
 * would pass on any text.
 */
export const getBrowser = ({ headers }: Pick<Arrival, 'headers'>) => {
  const parsed = Bowser.getParser((headers.get('user-agent') ?? '').slice(0, maxLength) || ' ')
  const [browser, system] = [parsed.getBrowserName(), parsed.getOSName()]
  return {
    browser: browsers.has(browser) ? browser : null,
    system: systems.has(system) ? system : null,
  }
}
