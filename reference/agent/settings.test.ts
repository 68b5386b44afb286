import { expect, test } from 'vitest'
import { agentFlags } from '../config/flags/flags.table.ts'
import { checkCommandLine } from '../config/flags/command-line.ts'
import { agentSettings, type FlagReader, flagReader } from './settings.ts'
import { satisfiedFlags, unheededFindings, unheededFlags } from './unheeded-flags.ts'

// Obeyed where the command line is read, before an agent runs.
const atTheStart = [
  'help',
  'version',
  'config',
  'config-dir',
  'feature-gates',
  'fail-swap-on',
  'fail-cgroupv1',
  'protect-kernel-defaults',
]

/** Returns the names of the flags that the settings of an agent are made of. */
function namesRead(logging: string[]): Set<string> {
  const names = new Set<string>()
  const flags = flagReader(checkCommandLine(logging, { dialect: 'cluster' }), 'cluster')
  const noting = Object.fromEntries(
    Object.entries(flags).map(([kind, read]) => [
      kind,
      (name: string, ...more: never[]) => {
        names.add(name)
        return (read as (name: string, ...more: never[]) => unknown)(name, ...more)
      },
    ]),
  )
  agentSettings(noting as FlagReader)
  return names
}

test('each flag is obeyed, or has a reason why it has no effect', () => {
  const obeyed = new Set([...namesRead([]), ...namesRead(['--logging-format=json']), ...atTheStart])
  const names = agentFlags.map(({ name }) => name)

  const neither = names.filter(
    name => !obeyed.has(name) && !(name in unheededFlags) && !satisfiedFlags.includes(name),
  )
  expect(neither).toEqual([])
  expect(Object.keys(unheededFlags).filter(name => obeyed.has(name))).toEqual([])
  expect(Object.keys(unheededFlags).filter(name => !names.includes(name))).toEqual([])
})

test('a flag without effect is told only where it was set', () => {
  const found = (...args: string[]) =>
    unheededFindings(checkCommandLine(args, { dialect: 'cluster' }), 'cluster')

  expect(found()).toEqual([])
  expect(found('--hairpin-mode=none')).toMatchObject([{ flag: '--hairpin-mode', type: 'Ignored' }])
})

test('the settings are those of the flags', () => {
  const args = ['--hostname-override=Node-1', '--max-pods=7', '--manifest-url-header=a:b,a:c']
  const settings = agentSettings(
    flagReader(checkCommandLine(args, { dialect: 'cluster' }), 'cluster'),
  )

  expect(settings.nodeName).toBe('node-1')
  expect(settings.pods.max).toBe(7)
  expect(settings.sources.headers).toEqual({ a: ['b', 'c'] })
  expect(settings.sources.filePeriodMs).toBe(20_000)
  expect(settings.logs).toEqual({ filesMax: 5, bytesMax: 10 * 2 ** 20 })
})
