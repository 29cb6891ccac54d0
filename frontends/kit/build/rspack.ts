import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { minifyContractRouter } from '@orpc/contract'
import {
  BannerPlugin,
  Compilation,
  type Configuration,
  CopyRspackPlugin,
  HtmlRspackPlugin,
  NormalModuleReplacementPlugin,
  type RuleSetRule,
  SubresourceIntegrityPlugin,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core'
import tailwind from '@tailwindcss/postcss'
import { contract } from '@tuma/contracts/api'
import published from '../src/runtime/published.json' with { type: 'json' }
import { frontendsFolder } from './areas.ts'

export type Mode = 'production' | 'development'

const getVersion = (name: string): string =>
  JSON.parse(readFileSync(join(frontendsFolder, '..', 'node_modules', name, 'package.json'), 'utf8')).version

/**
 * One copy of each in the page, the shell's. A remote carries none of its own: where the shell's kit/runtime is older than
 * the one the remote was built with, the remote is refused (its area says so) instead of meeting `undefined` later.
 */
function shared(provide: boolean) {
  const versions = {
    react: getVersion('react'),
    'react-dom': getVersion('react-dom'),
    '@tuma/kit/runtime': published.version,
  }
  return Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [
      name,
      {
        singleton: true,
        strictVersion: true,
        requiredVersion: `^${version.replace(/\d+$/, '0')}`, // a different patch version is accepted
        version,
        ...(provide ? { eager: true } : { import: false as const }),
      },
    ]),
  )
}

const isCall = (value: unknown): value is { route: object } =>
  typeof value === 'object' && value !== null && 'route' in value && 'errorMap' in value

/** Of each call its method and its path. */
const routes = () => {
  const all = JSON.stringify(minifyContractRouter(contract), (_, value) =>
    isCall(value) ? { ...value, meta: {}, route: { ...value.route, tags: undefined } } : value,
  )
  return `data:text/javascript,${encodeURIComponent(`export const contract = ${all}`)}`
}

/**
 * The api client asks the contract for methods and paths only: the shell carries those, and neither the schemas nor zod.
 * @param issuer the module whose import of the contract is meant, where another module of the bundle needs the schemas
 */
export const routesOnly = (issuer = /./) =>
  new NormalModuleReplacementPlugin(/^@tuma\/contracts\/api$/, (resource) => {
    if (issuer.test(resource.contextInfo.issuer)) resource.request = routes()
  })

const styles = (folder: string, production: boolean): RuleSetRule => ({
  test: /\.css$/,
  type: 'css/auto',
  use: [
    {
      loader: 'postcss-loader',
      options: {
        postcssOptions: {
          config: false,
          plugins: [tailwind({ base: join(folder, 'src'), optimize: production })],
        },
      },
    },
  ],
})

const typescript = (production: boolean): RuleSetRule => ({
  test: /\.tsx?$/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', development: !production } },
    },
  },
  type: 'javascript/auto',
})

/**
 * Nearly all of a file runs as soon as it is loaded. With this word Chromium compiles it on another thread during the
 * download, and not function by function while the page is busy. Other browsers read a comment. It is added after the
 * minifier, which would remove it, and before the hashes.
 */
const compiledAhead = () =>
  new BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: /\.js$/,
    stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  })

const { resolve: whereIs } = createRequire(import.meta.url)

/**
 * Federation's own runtime, as modules, so that a file contains only the parts it uses. The plugin's default is the CommonJS
 * build, which each remote's entry would contain in full.
 */
const federationAsModules = Object.fromEntries(
  ['runtime', 'runtime-core', 'sdk', 'webpack-bundler-runtime'].flatMap((part) => {
    const commonJs = whereIs(`@module-federation/${part}`)
    const module = commonJs.replace(/\.cjs$/, '.js')
    return [
      [commonJs, module],
      [`@module-federation/${part}$`, module],
    ]
  }),
)

const extensions = ['.tsx', '.ts', '.js', '.mjs']

/** What draws an area's first pages while it is built: all of it in one file, which Node runs. */
export const drawingConfig = (folder: string, mode: Mode, place: string): Configuration => ({
  mode,
  context: folder,
  target: 'node24',
  devtool: false,
  entry: { first: './src/first.tsx' },
  output: { path: place, filename: '[name].cjs', library: { type: 'commonjs2' } },
  resolve: { extensions },
  module: {
    parser: { javascript: { dynamicImportMode: 'eager' } },
    rules: [typescript(mode === 'production'), { test: /\.css$/, type: 'asset/source' }],
  },
  optimization: { minimize: false, splitChunks: false },
})

/** The small script of an area's first pages. It is a file of its own, and loads before everything else. */
export const visitConfig = (folder: string, mode: Mode): Configuration => ({
  mode,
  context: folder,
  target: ['web', 'es2022'],
  devtool: false,
  entry: { visit: './src/visit.ts' },
  output: { path: join(folder, 'dist'), filename: 'assets/[name].[contenthash:8].js' },
  resolve: { extensions },
  module: { rules: [typescript(mode === 'production')] },
  optimization: { minimizer: [new SwcJsMinimizerRspackPlugin({ extractComments: false })] },
  performance: false,
})

function configure(area: string, folder: string, mode: Mode): Configuration {
  const production = mode === 'production'
  const isShell = area === 'shell'
  return {
    name: area,
    mode,
    context: folder,
    target: ['web', 'es2022'],
    infrastructureLogging: { level: 'error' },
    devtool: production ? false : 'cheap-module-source-map',
    entry: isShell ? { shell: './src/main.tsx' } : {},
    output: {
      path: join(folder, 'dist'),
      publicPath: isShell ? '/' : 'auto',
      uniqueName: `tuma_${area}`,
      filename: 'assets/[name].[contenthash:8].js',
      chunkFilename: 'assets/[name].[contenthash:8].js',
      cssFilename: 'assets/[name].[contenthash:8].css',
      cssChunkFilename: 'assets/[name].[contenthash:8].css',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      // Without this, a browser checks no hash of files from another origin.
      crossOriginLoading: 'anonymous',
    },
    resolve: { extensions, alias: federationAsModules },
    module: {
      rules: [typescript(production), styles(folder, production)],
    },
    optimization: { minimizer: [new SwcJsMinimizerRspackPlugin({ extractComments: false })] },
    performance: false,
    plugins: [
      new ModuleFederationPlugin({
        name: `tuma_${area}`,
        ...(isShell
          ? {}
          : { filename: 'assets/remoteEntry.[contenthash:8].js', exposes: { './remote': './src/remote.tsx' } }),
        shared: shared(isShell),
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
        experiments: {
          asyncStartup: true,
          ...(isShell ? { provideExternalRuntime: true } : { externalRuntime: true }),
          optimization: { target: 'web' },
        },
      }),
      ...(isShell
        ? [
            new HtmlRspackPlugin({ template: './src/index.html', scriptLoading: 'defer' }),
            new CopyRspackPlugin({ patterns: [{ from: './src/installed' }] }),
            routesOnly(),
          ]
        : []),
      ...(production ? [compiledAhead()] : []),
      // Each file knows the hashes of those that it loads, so that one who is believed vouches for all.
      new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: production }),
    ],
  }
}

/** The whole `rspack.config.ts` of a remote: `export default remoteConfig({ name: 'client' })`. */
export const remoteConfig =
  ({ name, folder = join(frontendsFolder, name) }: { name: string; folder?: string }) =>
  (mode: Mode): Configuration =>
    configure(name, folder, mode)

/** The shell's: the page itself, and the only copy of the shared modules. */
export const shellConfig =
  () =>
  (mode: Mode): Configuration =>
    configure('shell', join(frontendsFolder, 'shell'), mode)
