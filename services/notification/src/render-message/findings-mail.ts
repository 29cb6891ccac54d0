import { nairobiTime } from './texts.ts'

type Service = 'identity' | 'payment' | 'delivery' | 'revenue' | 'notification'

/** What the audit of a service found; `since` is an ISO instant. */
export type AuditedService = {
  readonly service: Service
  readonly findings: readonly { readonly kind: string; readonly since: string }[]
}

type Texts = {
  readonly services: Record<Service, string>
  readonly kinds: Readonly<Record<string, string>>
  readonly other: string
  readonly line: (found: { service: string; kind: string; count: number; since: string }) => string
}

const english: Texts = {
  services: {
    identity: 'Accounts',
    payment: 'Payments',
    delivery: 'Parcels',
    revenue: 'Revenue',
    notification: 'Messages',
  },
  kinds: {
    row_differs: 'A row of a list shows something wrong. Everything is saved. Rebuild the list.',
    row_changed: 'Saved data changed without Tuma. The operator checks the disk and who has access to it.',
    event_damaged: 'A record is damaged. Look at "Damaged records".',
    entry_unbalanced: 'An entry in the books is not balanced. Tell the operator before you pay out.',
    accounts_unbalanced: 'The accounts in the books are not balanced. Tell the operator before you pay out.',
    in_transit_differs:
      "The books have another sum than the agent's hand-overs. Count their cash again and tell the operator.",
    payment_on_two_parcels: 'One payment paid for two parcels. Check both parcels before you hand them over.',
    takings_differ:
      "The cash or M-Pesa in the books is not what was taken that day. Compare that day's parcels with the books before you pay out.",
  },
  other: 'The daily check found a difference. Tell the operator.',
  line: ({ service, kind, count, since }) =>
    `- ${service}${count > 1 ? `, ${count} times` : ''}, since ${nairobiTime(since)}: ${kind}`,
}

const swahili: Texts = {
  services: {
    identity: 'Akaunti',
    payment: 'Malipo',
    delivery: 'Vifurushi',
    revenue: 'Mapato',
    notification: 'Ujumbe',
  },
  kinds: {
    row_differs: 'Mstari wa orodha unaonyesha kitu kisicho sahihi. Kila kitu kimehifadhiwa. Tengeneza orodha upya.',
    row_changed: 'Data iliyohifadhiwa imebadilika bila Tuma. Fundi anakagua diski na nani anaweza kuifikia.',
    event_damaged: 'Kumbukumbu imeharibika. Tazama "Kumbukumbu zilizoharibika".',
    entry_unbalanced: 'Ingizo la vitabu haliko sawa. Mwambie fundi kabla ya kulipa.',
    accounts_unbalanced: 'Akaunti za vitabu haziko sawa. Mwambie fundi kabla ya kulipa.',
    in_transit_differs:
      'Vitabu vina jumla tofauti na pesa alizokabidhi wakala. Hesabu pesa zake tena na umwambie fundi.',
    payment_on_two_parcels:
      'Malipo moja yamelipia vifurushi viwili. Kagua vifurushi vyote viwili kabla ya kuvikabidhi.',
    takings_differ:
      'Pesa taslimu au M-Pesa kwenye vitabu si zile zilizopokelewa siku hiyo. Linganisha vifurushi vya siku hiyo na vitabu kabla ya kulipa.',
  },
  other: 'Ukaguzi wa kila siku umepata tofauti. Mwambie fundi.',
  line: ({ service, kind, count, since }) =>
    `- ${service}${count > 1 ? `, mara ${count}` : ''}, tangu ${nairobiTime(since, 'sw')}: ${kind}`,
}

/** The same kind in a service is one line with its oldest finding. A kind of a newer release has a sentence that fits all. */
const toLines = ({ services, kinds, other, line }: Texts, audits: readonly AuditedService[]): string =>
  audits
    .flatMap(({ service, findings }) =>
      [...Map.groupBy(findings, ({ kind }) => kind)].map(([kind, same]) =>
        line({
          service: services[service],
          kind: kinds[kind] ?? other,
          count: same.length,
          since: same.map(({ since }) => since).sort()[0] ?? '',
        }),
      ),
    )
    .join('\n')

/**
 * To CONTACT_EMAIL: what the daily check found, since when, and what to do. Rows, streams and sums are on the page behind
 * the link. @param input.site without a slash at its end
 */
export const findingsMail = ({ audits, site }: { audits: readonly AuditedService[]; site: string }) => ({
  subject: 'The daily check found differences',
  text: `Hello,

Tuma checks all saved data once a day. These things are not as they should be:

${toLines(english, audits)}

See each of them:
${site}/Admin/system

Habari,

Tuma inakagua data yote iliyohifadhiwa mara moja kwa siku. Mambo haya hayako sawa:

${toLines(swahili, audits)}

Angalia kila moja:
${site}/Admin/system

Tuma`,
  replyTo: null,
})
