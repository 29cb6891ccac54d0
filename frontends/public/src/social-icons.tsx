import type { ApiOutputs } from '@tuma/contracts/api'

type Addresses = NonNullable<ApiOutputs['locations']['contact']['social']>

const marks = [
  {
    at: 'facebook',
    name: 'Facebook',
    shape:
      'M14 8.5h2.5V5.2A17 17 0 0 0 13.8 5C10.9 5 9 6.8 9 9.9V12H6v3.7h3V23h3.8v-7.3h3l.5-3.7h-3.5v-1.9c0-1.1.3-1.6 1.2-1.6Z',
  },
  {
    at: 'x',
    name: 'X',
    shape: 'M4 4h5l3.9 5.4L17.6 4H20l-6 6.9L21 20h-5l-4.3-6-5.3 6H4l6.6-7.5L4 4Zm3.2 1.6 9.6 12.8h1.1L8.3 5.6H7.2Z',
  },
  {
    at: 'whatsapp',
    name: 'WhatsApp',
    shape:
      'M12 3a9 9 0 0 0-7.7 13.6L3 21l4.5-1.2A9 9 0 1 0 12 3Zm0 1.8a7.2 7.2 0 1 1-3.9 13.3l-.4-.2-2.2.6.6-2.1-.2-.4A7.2 7.2 0 0 1 12 4.8ZM9 7.6c-.3 0-.9.2-1.1 1-.4 1.2.3 3 2.1 4.8 2 2 3.9 2.6 5 2.2.8-.3 1.1-.9 1.1-1.5l-2-1.1-1 1c-1.2-.4-2.4-1.6-2.8-2.8l.8-1L10 7.7 9 7.6Z',
  },
] as const

/** Links to our social accounts. `visit.ts` puts the addresses in too; without an address the icon is plain. */
export const SocialIcons = ({ addresses = {} }: { addresses?: Addresses | undefined }) => (
  <ul className="-ml-2.5 flex">
    {marks.map(({ at, name, shape }) => {
      const mark = (
        <svg viewBox="0 0 24 24" width="26" height="26" fill="currentColor" role="img" aria-label={name}>
          <path d={shape} />
        </svg>
      )
      const address = addresses[at]
      return (
        <li key={at}>
          {address ? (
            <a className="site-mark" href={address}>
              {mark}
            </a>
          ) : (
            <span className="site-mark" data-social={at}>
              {mark}
            </span>
          )}
        </li>
      )
    })}
  </ul>
)
