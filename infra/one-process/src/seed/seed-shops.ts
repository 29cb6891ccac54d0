import type { DayHours } from '@tuma/contracts/vocabulary'

type Described = { readonly landmark: string; readonly hours: (DayHours | null)[] }

const toHours = (day: string | null): DayHours | null => {
  const [opens, closes] = day?.split('-') ?? []
  return opens && closes ? { opens, closes } : null
}
/** @param days Monday to Friday, Saturday, Sunday: "08:00-18:00", or null where it is closed */
const shop = (landmark: string, ...days: [string, string | null, string | null]): Described => {
  const [weekday, saturday, sunday] = days.map(toHours)
  return { landmark, hours: [...Array.from({ length: 5 }, () => weekday ?? null), saturday ?? null, sunday ?? null] }
}

/** How each shop of the demonstration is found and when it is open, by its name. */
export const describedShops: Readonly<Record<string, Described>> = {
  'Moi Avenue Stationers': shop('Opposite the bus park, ground floor', '08:00-18:30', '08:30-16:00', null),
  'Bazaar Plaza Kiosk': shop('At the Biashara Street gate', '08:00-19:00', '08:00-17:00', null),
  'River Road Cyber': shop('Next to the Tea Room stage', '07:30-20:00', '07:30-20:00', '10:00-16:00'),
  'Thika Arcade Bookshop': shop('Facing the main stage', '08:00-18:00', '08:30-17:00', null),
  'Ananas Mall Desk': shop('Ground floor, beside the tills', '09:00-20:00', '09:00-20:00', '10:00-18:00'),
  'TRM Drive Chemist': shop('Facing the back gate of the mall', '08:00-21:00', '08:00-21:00', '09:00-19:00'),
  'Lumumba Drive Minimart': shop('Two doors from the post office', '07:00-21:00', '07:00-21:00', '08:00-20:00'),
  'Namanga Road Electronics': shop('Under the big billboard', '08:00-19:00', '08:00-18:00', '10:00-15:00'),
  'Base Stage Phones': shop('Beside the stage, blue shutters', '07:30-20:30', '07:30-20:30', '09:00-18:00'),
  'Kamiti Road Hardware': shop('Opposite the petrol station', '07:30-18:00', '07:30-16:00', null),
  'Kwa Maji Boutique': shop('Behind the water point, first floor', '09:00-19:00', '09:00-18:00', null),
  'Sukari Centre Supermarket': shop('Customer desk at the entrance', '08:00-20:00', '08:00-20:00', '09:00-18:00'),
}
