import { expect, test } from 'vitest'
import fc from 'fast-check'

import { optionalControllers } from '../api/controller-settings.ts'
import { selfSignedCertificate } from '../http/self-signed-certificate.ts'
import { type ControllerFlags, controllerSettings, isEnabled } from './controller-flags.ts'

const pair = selfSignedCertificate(['127.0.0.1'], Date.now())
const files: { [name: string]: string } = {
  cert: pair.cert,
  key: pair.key,
  other: selfSignedCertificate(['127.0.0.1'], Date.now()).key,
}
const settingsOf = (flags: ControllerFlags) =>
  controllerSettings(flags, { readText: async name => files[name] ?? '' })

const signing = { clusterSigningCertFile: 'cert', clusterSigningKeyFile: 'key' }

test('the optional controllers are off by default', async () => {
  expect(await settingsOf({})).toBeUndefined()
  expect(await settingsOf({ controllers: 'garbage-collector-controller' })).toBeUndefined()
})

test('* selects all controllers, but signing needs a certificate authority', async () => {
  const names = async (flags: ControllerFlags) => (await settingsOf(flags))?.names
  const all = [...optionalControllers]

  expect(await names({ controllers: '*' })).toEqual(
    all.filter(name => name !== 'certificatesigningrequest-signing-controller'),
  )
  expect(await names({ controllers: '*', ...signing })).toEqual(all)
  expect(await names({ controllers: '-disruption-controller,*', ...signing })).toEqual(
    all.filter(name => name !== 'disruption-controller'),
  )
})

test('the first item that names a controller applies (CM-018)', () => {
  const item = fc.constantFrom('*', 'a', '-a', 'b', '-b')
  fc.assert(
    fc.property(fc.array(item), items => {
      const own = items.filter(one => one === 'a' || one === '-a')
      const expected = own.length > 0 ? own[0] === 'a' : items.includes('*')

      expect(isEnabled('a', items)).toBe(expected)
    }),
  )
})

test.each([
  [{ controllers: 'nobody' }, 'got "nobody"'],
  [{ controllers: '*,-namespace-controller' }, 'this server always runs namespace-controller'],
  [
    { controllers: 'certificatesigningrequest-signing-controller' },
    'expected --cluster-signing-cert-file and --cluster-signing-key-file, got none',
  ],
  [{ controllers: '*', clusterSigningCertFile: 'cert' }, 'expected both, got one'],
  [
    { controllers: '*', clusterSigningCertFile: 'cert', clusterSigningKeyFile: 'other' },
    '--cluster-signing-cert-file cert: expected a certificate as PEM, and its key in other',
  ],
  [{ controllers: '*', clusterSigningCertFile: 'none', clusterSigningKeyFile: 'key' }, 'PEM'],
  [signing, '--cluster-signing-cert-file: expected certificatesigningrequest-signing-controller'],
  [
    { controllers: '*', ...signing, clusterSigningDuration: 'long' },
    '--cluster-signing-duration: expected a duration',
  ],
  [
    { controllers: '*', terminatedPodGcThreshold: 'many' },
    '--terminated-pod-gc-threshold: expected a whole number, got "many"',
  ],
  [
    { controllers: 'disruption-controller', terminatedPodGcThreshold: '3' },
    'expected pod-garbage-collector-controller in --controllers, got disruption-controller',
  ],
])('refuses %j', async (flags, message) => {
  await expect(settingsOf(flags)).rejects.toThrow(message)
})
