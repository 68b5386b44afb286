import { expect, test } from 'vitest'
import { agentFlags } from './flags.table.ts'
import { helpOf } from './agent-help.ts'

const help = helpOf(agentFlags, { dialect: 'cluster', platform: 'linux' })

const namesIn = (text: string) =>
  [...text.matchAll(/^ {2}(?:-\w, )?--([a-z0-9-]+)/gm)].map(([, name]) => name)

test('the help lists every flag of the table once', () => {
  const named = agentFlags.filter(({ onlyIn }) => onlyIn !== 'kubernetes').map(({ name }) => name)

  expect(namesIn(help)).toEqual(named)
})

test('the help fits into 80 columns', () => {
  expect(help.split('\n').filter(line => line.length > 80)).toEqual([])
})

test('the help describes the allowed values', () => {
  const text = help.replaceAll(/\s+/g, ' ')

  expect(text).toContain('One of: promiscuous-bridge, hairpin-veth, none.')
  expect(text).toContain('From -1000 to 1000. Default: -999.')
  expect(text).toContain('Insecure: TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256,')
  expect(text).toContain('APIResponseCompression (beta, true)')
  expect(text).toContain('Default: as --container-runtime-endpoint.')
  expect(text).toContain('Default: imagefs.available<15%, memory.available<100Mi, ')
  expect(text).toContain('Needs the feature gate QOSReserved. Alpha. Deprecated: set qosReserved')
})

test('the help of a genuine agent uses its names', () => {
  const text = helpOf(agentFlags, { dialect: 'kubernetes', platform: 'windows' })

  expect(namesIn(text)).toEqual(expect.arrayContaining(['kubeconfig', 'windows-service']))
  expect(text).not.toContain('--cluster-reserved')
})
