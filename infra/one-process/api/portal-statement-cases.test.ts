import { afterAll, beforeAll, describe } from 'vitest'
import { onePaid, readingCases } from './statement-cases.ts'
import { openStatementReading, type StatementReading } from './statement-reading.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

/**
 * Files as people have reported them in public, each with the right answer: shapes of the organisation portal and of
 * converters. Names, phones and codes are invented.
 */

let product: TestProduct
let read: StatementReading
beforeAll(async () => {
  product = await openTestProduct()
  read = openStatementReading(await product.signedIn('admin'))
})
afterAll(() => product.close())

const portal2026 =
  'Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)'
const older =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.,Currency'
const above = [
  'Account Holder:,Tuma Parcels - Nairobi',
  'Short Code:,600100',
  'Account:,Utility Account',
  'Time Period:,From,01-11-2026 00:00:00,To,30-11-2026 23:59:59',
  'Operator:,Tester,Organization:,Tuma,Date of Report:,01-12-2026 07:00:00',
  'Opening Balance:,0.0,Closing Balance:,1234.56,Available Balance:,,Total Paid In:,1,Total Withdrawn:,-1',
]
const paid2026 = (time: string, amounts = '"1,100.00",0.00,"1,100.00"') =>
  `{CODE},${time},Merchant Payment from 2547****111 - ALICE WANJIRU EXAMPLE,Completed,${amounts}`

const reads = readingCases(() => read)
describe('the organisation portal of today', () => {
  reads([
    [
      'has no lines above and names its units',
      [portal2026, paid2026('26/11/2026 09:32:15')],
      onePaid,
      '2026-11-26T06:32:15.000Z',
    ],
    [
      'writes days and months without zeros',
      [portal2026, paid2026('3/11/2026 9:05:07')],
      onePaid,
      '2026-11-03T06:05:07.000Z',
    ],
    [
      'has a sweep between own accounts twice with one receipt',
      [
        portal2026,
        paid2026('26/11/2026 09:32:15'),
        '{CODE2},26/11/2026 10:00:00,Organization Settlement,Completed,0.00,500.00,600.00',
      ],
      { newMoney: 1 },
    ],
    [
      'names its units in another spelling',
      [portal2026.replaceAll('(KSHs)', '(KES)'), paid2026('26/11/2026 09:32:15')],
      onePaid,
    ],
    [
      'has spaces around its names and a byte order mark',
      [`\uFEFF${portal2026.replaceAll(',', ' , ')}`, paid2026('26/11/2026 09:32:15')],
      onePaid,
    ],
    [
      'comes with semicolons',
      [
        portal2026.replaceAll(',', ';'),
        '{CODE};26/11/2026 09:32:15;Merchant Payment from 2547****111 - A;Completed;1100,00;0,00;1100,00',
      ],
      onePaid,
    ],
    [
      'has dashes where it has 0.00 today',
      [portal2026, paid2026('26/11/2026 09:32:15', '"1,100.00",-,"1,100.00"')],
      onePaid,
    ],
  ])
})

describe('the older portal', () => {
  reads([
    [
      'has six lines above its fourteen columns',
      [
        ...above,
        older,
        '{CODE},26-11-2026 09:32:00,26-11-2026 09:31:58,Pay Bill from 25470****111 - ALICE **** EXAMPLE Acc. 850060,Completed,350.0,,350.0,true,Pay Utility,25470****111 - ALICE **** EXAMPLE,,850060,KES',
      ],
      onePaid,
    ],
    [
      'has small letters in its receipts and no initiation time',
      [
        older,
        '{code},26-11-2026 09:32:00,,Pay Bill from 2547****5678 - JOHN DOE Acc. GV A2,Completed,500.00,,,true,Pay Bill Online,2547****5678 - JOHN DOE,,,',
      ],
      { newMoney: 1 },
    ],
    [
      'has no row at its foot but a total',
      [
        ...above,
        older,
        '{CODE},26-11-2026 09:32:00,,Pay Bill from 2547****5678 - JOHN DOE Acc. 1,Completed,500.00,,500.00,true,Pay Bill Online,,,,',
        'Grand Total,,,,,500.00,,,,,,,,',
      ],
      { newMoney: 1 },
    ],
  ])
})
