import type { DayHours, Position } from '@tuma/contracts/vocabulary'

type Described = {
  readonly landmark: string
  readonly hours: (DayHours | null)[]
  /** 254…: no account has it. */
  readonly phone: string
}
type Placed = { readonly described: Described; readonly position: Position }

const toHours = (day: string | null): DayHours | null => {
  const [opens, closes] = day?.split('-') ?? []
  return opens && closes ? { opens, closes } : null
}
type Days = readonly [weekday: string, saturday: string | null, sunday: string | null]
/** @param number the last three digits of its phone @param days "08:00-18:00", or null where it is closed */
const shop = (landmark: string, number: number, [lat, lng]: readonly [number, number], days: Days): Placed => {
  const [weekday, saturday, sunday] = days.map(toHours)
  const hours = [...Array.from({ length: 5 }, () => weekday ?? null), saturday ?? null, sunday ?? null]
  return { described: { landmark, hours, phone: `254700100${number}` }, position: { lat, lng } }
}

/** How each shop of the demonstration is found and when it is open, by its name. */
export const placedShops: Readonly<Record<string, Placed>> = {
  'Moi Avenue Stationers': shop(
    'Opposite the bus park, ground floor',
    101,
    [-1.28415, 36.8252],
    ['08:00-18:30', '08:30-16:00', null],
  ),
  'Bazaar Plaza Kiosk': shop(
    'At the Biashara Street gate',
    102,
    [-1.28246, 36.82283],
    ['08:00-19:00', '08:00-17:00', null],
  ),
  'River Road Cyber': shop(
    'Next to the Tea Room stage',
    103,
    [-1.2827, 36.82651],
    ['07:30-20:00', '07:30-20:00', '10:00-16:00'],
  ),
  'Thika Arcade Bookshop': shop(
    'Facing the main stage',
    104,
    [-1.03796, 37.07312],
    ['08:00-18:00', '08:30-17:00', null],
  ),
  'Ananas Mall Desk': shop(
    'Ground floor, beside the tills',
    105,
    [-1.04486, 37.08583],
    ['09:00-20:00', '09:00-20:00', '10:00-18:00'],
  ),
  'TRM Drive Chemist': shop(
    'Facing the back gate of the mall',
    106,
    [-1.21893, 36.88791],
    ['08:00-21:00', '08:00-21:00', '09:00-19:00'],
  ),
  'Lumumba Drive Minimart': shop(
    'Two doors from the post office',
    107,
    [-1.21645, 36.89334],
    ['07:00-21:00', '07:00-21:00', '08:00-20:00'],
  ),
  'Namanga Road Electronics': shop(
    'Under the big billboard',
    108,
    [-1.47562, 36.95881],
    ['08:00-19:00', '08:00-18:00', '10:00-15:00'],
  ),
  'Base Stage Phones': shop(
    'Beside the stage, blue shutters',
    109,
    [-1.21052, 36.89427],
    ['07:30-20:30', '07:30-20:30', '09:00-18:00'],
  ),
  'Kamiti Road Hardware': shop(
    'Opposite the petrol station',
    110,
    [-1.20663, 36.90012],
    ['07:30-18:00', '07:30-16:00', null],
  ),
  'Kwa Maji Boutique': shop(
    'Behind the water point, first floor',
    111,
    [-1.19724, 36.91351],
    ['09:00-19:00', '09:00-18:00', null],
  ),
  'Sukari Centre Supermarket': shop(
    'Customer desk at the entrance',
    112,
    [-1.18843, 36.93782],
    ['08:00-20:00', '08:00-20:00', '09:00-18:00'],
  ),
}
