import type { Row } from './results.ts'

/** What is to be reached, with what stood on 22 November 2026 before the work on it began. */
export const goals: readonly Row[] = [
  [1, 'appends, 64 writers, CPU against raw inserts', '0.64', '≥ 0.6'],
  [2, "one writer's append, p50 against a raw insert's", '1.10×', '≤ 1.2×'],
  [3, 'POST doorstep, all CPU until quiet, 16 at once', '54× (10.7 ms)', '≤ 15×'],
  [4, 'requests sustained with row 7 held, 16 and 64, against the control', '0.04', '≥ 0.12'],
  [5, 'commits a POST: alone, at 16', '10.3, 3.6', '≤ 3, ≤ 0.5'],
  [6, 'kB written a POST: alone, at 16', '1,194, 741', '≤ 350, ≤ 180'],
  [7, 'saturated for 60 s: lag of every group and projector; quiet after', '8–15 s, grows', '≤ 1 s; ≤ 1 s'],
  [8, 'agent step, all CPU: assign and drop; the others', '9–19×', '≤ 6×; ≤ 10×'],
  [9, 'GET track, warmed, CPU', '7.3×', '≤ 2.5×'],
  [10, 'a list of 100 rows, CPU', '6 ms', '≤ 3 ms'],
  [11, 'SMS out through a provider that answers in 100 ms; order a person', '25–80/s', '≥ 400/s, kept'],
  [12, 'lists, counts, searches at 1,000,000 deliveries against 10,000, p99', 'O(hits), O(users)', '≤ 1.5×'],
  [13, 'rebuild of all read models, CPU an event', '0.206 ms', '≤ 0.1 ms'],
  [14, 'tracking p99 while 32 sign in, against none', '6–11×', '≤ 2×'],
  [15, 'memory idle after the first start; after 10,000 parcels', '304; 500 MB', '≤ 200; ≤ 400 MB'],
  [16, 'second start, CPU against bare node with Express and SQLite', '11×', '≤ 5×'],
  [17, 'disk a delivery over its life, without SMS; an SMS', '20.4; 3.3 kB', '≤ 9; ≤ 1.5 kB'],
  [18, 'script before / and /trackDelivery work; before /login does', '198; 230 KB', '≤ 15; ≤ 110 KB'],
  [19, 'LCP against a static page: / and tracking; login and form', '3.3–4.8 s', '≤ 1.3×; ≤ 1.6×'],
  [20, 'layout shift; long tasks; blocking time', '0.43; to 470 ms', '≤ 0.02; none; ≤ 200 ms'],
  [21, 'a repeat visit to its list, agent, slow 4G', '2.4 s', '≤ 1.5 s'],
  [22, 'a screen federated against one bundle: bytes, LCP', '?', '≤ 1.25×'],
  [23, 'calls to EventStoreDB a POST doorstep', '19', '≤ 6, no head'],
  [24, 'styles of a dialog over 100 rows against 20', '1,072 ms', '≤ 1.5×'],
].map(([row, what, was, goal]) => ({ row, what, was, goal }) as Row)
