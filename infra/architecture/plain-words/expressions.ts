/** An expression that makes readers turn back, what to write instead, and a sentence that has it. */
export type Expression = { readonly found: RegExp; readonly instead: string; readonly fixture: string }

export const expressions: readonly Expression[] = [
  { found: /\bwho(so|m)?ever\b/i, instead: 'the sender, the agent, the caller', fixture: 'Whoever sent it pays.' },
  { found: /\bsomebody\b/i, instead: 'an agent, another process', fixture: 'Until somebody lifts that.' },
  { found: /\bnobody\b/i, instead: 'no agent, no process', fixture: 'Nobody has fetched it.' },
  { found: /\banew\b/i, instead: 'again', fixture: 'It begins anew.' },
  { found: /\bbeneath\b/i, instead: 'below', fixture: 'The row beneath it.' },
  { found: /\b(is|are|was|were) to be\b/i, instead: 'must be, will be', fixture: 'What is to be paid.' },
  { found: /\bas (it|they) stands?\b/i, instead: 'as it is, unchanged', fixture: 'Given as it stands.' },
  { found: /\bwhat there is\b/i, instead: 'the rows, the parcels', fixture: 'Shows what there is.' },
  { found: /\bof which\b/i, instead: 'whose, with its', fixture: 'A list of which the end is known.' },
  { found: /\b(stands|lies)\b(?! (for|in for)\b)/i, instead: 'is stored, is in', fixture: 'The key lies beside it.' },
  { found: /\bthe house\b/i, instead: 'the product, the office', fixture: 'What has left the house.' },
]

/** A name that says too little. */
export const names: readonly Expression[] = [
  { found: /^most[A-Z]/, instead: 'max…', fixture: 'mostBytes' },
  { found: /^fewest[A-Z]/, instead: 'min…', fixture: 'fewestCopies' },
  { found: /house/i, instead: 'dependencies, product', fixture: 'HouseOfTests' },
  {
    found: /(nobody|somebody|whoever)s?[A-Z]|[a-z](Nobody|Somebody|Whoever|Anew)|[.](nobody|somebody|whoever|anew)/,
    instead: 'no…, an admin, again',
    fixture: 'nobodyLeft',
  },
  { found: /^Surroundings$/, instead: 'Environment', fixture: 'Surroundings' },
  { found: /overtaken/i, instead: 'conflict', fixture: 'whileOvertaken' },
  { found: /^onceA[A-Z]/, instead: 'throttle, reportOnce', fixture: 'onceASecond' },
  { found: /^lookEvery$/, instead: 'pollUnderLease', fixture: 'lookEvery' },
  { found: /^turns(ByKey|OfOthers)$/, instead: 'keyedMutex, countYields', fixture: 'turnsByKey' },
  { found: /remnant|soundMark/i, instead: 'vacuum, clean shutdown marker', fixture: 'takeSoundMark' },
  { found: /untilThere$/i, instead: 'retryWhileAway', fixture: 'untilThere' },
  { found: /^(pass|try|note)Limit$/, instead: 'limitRequests, limitAttempts, countRequests', fixture: 'tryLimit' },
  { found: /^(Supposed|unbegun|unlessOverruled)$/, instead: 'assumed, nullOnConflict', fixture: 'Supposed' },
  { found: /^(tell|hearingOf)Behind$/, instead: 'reportBehind, listenForBehind', fixture: 'tellBehind' },
  { found: /^(canStand|toldPlainly)$/, instead: 'canBeStored, explainStartError', fixture: 'toldPlainly' },
  { found: /disbeliev|^doubting$/i, instead: 'rejectCallback, doubtChecks', fixture: 'disbelieving' },
  { found: /^(pouring|passingOn|followUps?)$/i, instead: 'applyTopUp, getCommandsAfter', fixture: 'passingOn' },
  { found: /^(asItStood|longStandings|openStandings)$/i, instead: 'snapshot', fixture: 'LongStandings' },
  { found: /^(sendsIt|receivesIt|whoseStep)$/, instead: 'isSendingShop, isReceivingShop', fixture: 'sendsIt' },
  { found: /^(countLying|lyingParcels)$/, instead: 'shelf', fixture: 'countLying' },
  { found: /^(open)?chores$/i, instead: 'backgroundJobs', fixture: 'openChores' },
  { found: /^(offeredTo|toldRowOf|movedBy)$/, instead: 'getNextStepFor, toMoveEvents', fixture: 'offeredTo' },
  { found: /^open(Gate|Room|Seats)$/, instead: '…Limit, openChangeQueue', fixture: 'openGate' },
  { found: /errand/i, instead: 'task, request', fixture: 'nextErrand' },
  { found: /^(buildTown|openTown)$/, instead: 'setUpNetwork, context', fixture: 'buildTown' },
  { found: /tally/i, instead: 'counts, run result', fixture: 'openTally' },
  { found: /^inTurns$/, instead: 'pickShuffled', fixture: 'inTurns' },
  { found: /^Cast$|[a-z]Cast$/, instead: 'DemoPeople', fixture: 'readCast' },
  { found: /^(open|Store)Stage$/, instead: 'openFixtures, context', fixture: 'openStage' },
  {
    found: /^play(EarlierDays|LastDay)$|^(people|parcel|payment)Scene$/,
    instead: 'create…Samples',
    fixture: 'peopleScene',
  },
  { found: /^(seats?|Seats|seatsAt)$/, instead: 'pool, BrowserPool', fixture: 'seatsAt' },
  { found: /^(Hand|handAt|handSeconds|eyesOn)$/, instead: 'openDriver', fixture: 'handAt' },
  { found: /^(toLives|openLives|openLife)$/, instead: 'histories, startProcess', fixture: 'toLives' },
  { found: /standsIn/, instead: 'isInFolder, find…', fixture: 'standsIn' },
  { found: /leavers?$/i, instead: 'erasedPeople', fixture: 'maxLeavers' },
  { found: /^(open)?Doom$|^(doom|misfortunes)$/, instead: 'crashPlan, causeFaults', fixture: 'openDoom' },
  { found: /^tellStory$/, instead: 'openDependentSteps', fixture: 'tellStory' },
  { found: /^(Deed|AnyDeed|deeds?|openGame)$/, instead: 'Action, openHistoryRun', fixture: 'AnyDeed' },
  { found: /postman|^letterBox$/i, instead: 'callbackSender, openMailServer', fixture: 'openPostman' },
  { found: /^(askUntilTaken|untilTaken)$/, instead: 'retryOptions, repeatWhileBusy', fixture: 'askUntilTaken' },
  { found: /unruly/i, instead: 'reordering', fixture: 'withUnrulyBus' },
]

/** Functions whose name ends in `Of`: look-ups, as `textOf(status)`. */
export const maxLookUps = 120
/** Lines that say `guard:` and why. */
export const maxAllowances = 20
