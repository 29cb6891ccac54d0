import { allExtensions, cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'

const ours = '^(contracts|services|bff|frontends|infra)/'

/** Which module may import which. Each rule has a file in `violations/` that breaks it. */
export const rules: IForbiddenRuleType[] = [
  {
    name: 'every-import-resolves',
    comment: 'An import that resolves to nothing is one that no other rule sees.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-circles',
    comment: 'A circle that types close is none when it runs: a translation checks its keys against what loads it.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'ports-in-no-circle',
    comment: 'A port that needs another to be understood is one port with it: types count here too.',
    from: { path: '^services/platform/src/ports/' },
    to: { circular: true },
  },
  {
    name: 'workspaces-meet-at-their-exports',
    comment: 'What a package.json does not export is nobody else’s: no relative path into another workspace.',
    from: { path: '^(contracts|bff|(?:services|frontends|infra)/[^/]+)/' },
    to: {
      path: ours,
      pathNot: ['^$1/', '^infra/launch/'],
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased-workspace'],
    },
  },
  {
    name: 'domain-is-pure',
    comment: 'Beside itself a domain folder knows the platform’s pure part and the vocabulary; its tests know more.',
    from: { path: '^services/([^/]+)/src/domain/', pathNot: '[.]test[.]ts$' },
    to: {
      pathNot: [
        '^services/$1/src/domain/',
        '^services/platform/src/event-sourcing/domain[.]ts$',
        '^contracts/src/vocabulary/index[.]ts$',
        // Immutable maps: as pure as our own domain code.
        '^node_modules/immutable/',
      ],
    },
  },
  {
    name: 'services-do-not-know-each-other',
    from: { path: '^services/([^/]+)/', pathNot: '^services/platform/' },
    to: { path: ours, pathNot: ['^services/$1/', '^services/platform/', '^contracts/'] },
  },
  {
    name: 'platform-knows-no-business',
    from: { path: '^services/platform/' },
    to: { path: ours, pathNot: '^services/platform/' },
  },
  {
    name: 'contracts-import-nothing-of-ours',
    from: { path: '^contracts/' },
    to: { path: ours, pathNot: '^contracts/' },
  },
  {
    name: 'bff-knows-contracts-and-platform',
    from: { path: '^bff/' },
    to: { path: ours, pathNot: ['^bff/', '^contracts/', '^services/platform/'] },
  },
  {
    name: 'bff-rooms-do-not-know-each-other',
    comment: 'All may come in by the door, and it knows none of them; what they share beside it is in `Means`.',
    from: { path: '^bff/src/(calls|docs|door|live)/' },
    to: { path: '^bff/src/(calls|docs|live)/', pathNot: '^bff/src/$1/' },
  },
  {
    name: 'front-ends-know-the-contract-only',
    comment: 'What serves their files is a process as ours are, and ends as they do.',
    from: { path: '^frontends/' },
    to: { path: ours, pathNot: ['^frontends/', '^contracts/src/(api|vocabulary)/', '^services/platform/server/'] },
  },
  {
    name: 'front-ends-do-not-know-each-other',
    from: { path: '^frontends/([^/]+)/' },
    to: { path: '^frontends/', pathNot: ['^frontends/$1/', '^frontends/kit/'] },
  },
  {
    name: 'only-the-whole-product-knows-services',
    from: { path: '^infra/', pathNot: '^infra/(one-process|e2e|chaos|grown/tests)/' },
    to: { path: '^services/(?!platform/)' },
  },
  {
    name: 'the-double-of-mpesa-shares-nothing',
    comment: 'What it and our adapter had in common could be wrong in both, and no test would see it.',
    from: { path: '^infra/mpesa/' },
    to: { path: ours, pathNot: '^infra/mpesa/' },
  },
]

const folders = ['contracts', 'services', 'bff', 'frontends', 'infra']

/**
 * Reads every source file of a repository and returns the imports that break a rule: `file: rule`, and the imported
 * file.
 */
export const brokenRules = async (root: string) => {
  if (!allExtensions.some(({ extension, available }) => extension === '.ts' && available))
    throw new Error('dependency-cruiser finds no TypeScript that it can read with (older than 7), and would pass all.')
  const { output } = await cruise(folders, {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: rules.map((rule) => ({ severity: 'error', ...rule })) },
    exclude: { path: '(^|/)dist/|^infra/architecture/violations/' },
    doNotFollow: { path: 'node_modules' },
    // Type imports couple modules as much as values do.
    tsPreCompilationDeps: true,
    // Without `exports` a workspace's name resolves to nothing, and no rule would apply to it.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  })
  const { violations } = (output as ICruiseResult).summary
  return violations.map(({ rule, from, to }) => ({ broken: `${from}: ${rule.name}`, by: to }))
}
