import { formatKsh, getHome, type Role } from '@tuma/contracts/vocabulary'
import { doorOnly, type Offer, offersFor, placesFrom, placesTo, type Shop } from './features/greet-visitor/offers.ts'
import { fill } from './fill-facts.ts'
import { fillPlace } from './place-facts.ts'
import { asked, askPrices } from './prices.ts'

/** The landing page without React. Fills the templates of `Quote`, `Shops` and `Welcome`. */

type Part = (name: string) => Element | null

export async function showLanding(page: HTMLElement, part: Part): Promise<void> {
  const quote = page.querySelector<HTMLFormElement>('[data-part="quote"]')
  if (!quote) return
  const known = await askPrices()
  if (!known) return
  const { shops, prices } = known
  offer(quote, placesFrom(shops), 'from')
  offer(quote, placesTo(shops, prices), 'to')
  const sign = new URLSearchParams(location.search).get('to') ?? ''
  const to = selectIn(quote, 'to')
  if (to && placesTo(shops, prices).includes(sign)) to.value = sign
  const show = (): void => {
    const way = { from: chosen(quote, 'from'), to: chosen(quote, 'to') }
    const lines = offersFor(way, shops, prices).map((one) => offerLine(one, part))
    quote.querySelector('[data-part="offers"]')?.replaceChildren(...lines)
  }
  quote.addEventListener('change', show)
  show()
  page.querySelector('[data-part="shops"]')?.replaceChildren(...shopLines(shops, part, known.now))
  showDoorOnly(page, part, (signs) => doorOnly(signs, shops, prices))
}

/** In the order of the places. Sorting by distance is left to the app, which repeats the press. */
const shopLines = (places: readonly Shop[], part: Part, now: string): (Element | string)[] =>
  places.flatMap(({ locationName: place, pickupPoints, shops = [] }) =>
    pickupPoints.map((name) => {
      const line = part('shop')
      if (!line) return ''
      fillPlace(line, { name, place, about: shops.find((shop) => shop.name === name) }, now)
      fill(line, { 'shop.name': name, 'shop.place': place })
      return line
    }),
  )

function showDoorOnly(page: HTMLElement, part: Part, among: (signs: string[]) => string[]): void {
  const signs = [...page.querySelectorAll<HTMLElement>('.landing-boards li')]
  const named = among(signs.map(({ textContent }) => textContent ?? ''))
  for (const sign of signs) if (named.includes(sign.textContent ?? '')) sign.dataset.doorOnly = 'true'
  const line = named.length > 0 ? part('door-only') : null
  if (!line) return
  fill(line, { places: named.join(', ') })
  page.querySelector('[data-part="door-only"]')?.replaceChildren(line)
}

const selectIn = (form: HTMLFormElement, name: string): HTMLSelectElement | null =>
  form.querySelector(`select[name="${name}"]`)
const chosen = (form: HTMLFormElement, name: string): string => selectIn(form, name)?.value ?? ''

/** Keeps the first, empty choice, and the choice that a browser remembers over a reload. */
function offer(form: HTMLFormElement, places: readonly string[], name: string): void {
  selectIn(form, name)?.append(...places.map((place) => new Option(place, place)))
}

function offerLine({ kind, price, least, to }: Offer, part: Part): Element | string {
  const line = part(`${least ? 'least' : 'offer'}-${kind}`)
  if (!line) return ''
  fill(line, { price: formatKsh(price) })
  line.querySelector('a')?.setAttribute('href', to)
  return line
}

/** For visitors who have begun a payment here: the app offers to finish the booking. */
export const hasUnusedPayment = async (): Promise<boolean> =>
  ((await asked<unknown[]>('/api/payment/unused')) ?? []).length > 0

/** Puts the link home in the place of Login everywhere, and a notice on the landing page. Not after a session has ended. */
export async function greet(page: HTMLElement, part: Part): Promise<void> {
  const user = await asked<{ username: string; role: Role }>('/api/users/me')
  if (!user) return
  const put = (place: string, line: Element | null): void => {
    if (!line) return
    fill(line, { username: user.username })
    const link = line.matches('a') ? line : line.querySelector('a')
    link?.setAttribute('href', getHome(user.role))
    page.querySelector(place)?.replaceChildren(line)
  }
  put('#site-menu', part('home'))
  put('[data-part="welcome-place"]', part('welcome'))
}
