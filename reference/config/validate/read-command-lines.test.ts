import { afterAll, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../fixtures/targets/test-files.ts'
import { yamlCodec } from '../../codecs/yaml-codec.ts'
import { formatResult, validate } from './validate-files.ts'
import { validateInTest } from './test-validate.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)
const { write } = directory

const errors = async (named: string[], ...flags: string[]) => {
  const { findings, lines } = await validateInTest(named, { flags, fillsRequiredDefaults: true })
  return lines.filter((_, index) => findings[index]?.severity === 'error')
}

const manager = (text: string) =>
  write(
    'manager.yaml',
    'apiVersion: clustercontrollermanager.config.cluster.example/v1alpha1\n' +
      `kind: ClusterControllerManagerConfiguration\n${text}`,
  )

describe('a command line of the agent', () => {
  test('is validated together with its file', async () => {
    const file = write('agent.yaml', 'maxPods: x\nfeatureGates: {QOSReserved: true}\n')
    const found = await errors([], `nodeagent --config=${file} --qos-reserved=memory=50%`)

    expect(found).toEqual([expect.stringContaining('(in the configuration: maxPods)')])
    expect(await errors([], 'nodeagent --config=/nowhere')).toEqual([
      '--flags:1:1 --config: Invalid value: "/nowhere": ENOENT: no such file or directory',
    ])
  })

  test('is compared with the other configurations, including its file', async () => {
    const file = write('often.yaml', 'nodeStatusUpdateFrequency: 7s\n')
    const checked = manager('NodeLifecycleController: {NodeMonitorGracePeriod: 42s}\n')

    expect(await errors([checked], `nodeagent --config ${file}`)).toEqual([])
    expect(await errors([checked], 'nodeagent')).toEqual([expect.stringContaining('(CM-064)')])
    expect(await errors([checked], 'nodeagent --config=/nowhere')).toHaveLength(1)
  })
})

test('the effective values of a command line are printed with their sources', async () => {
  const file = write('many.yaml', 'maxPods: 7\n')
  const line = `nodeagent --config=${file}\n --node-labels=a=b --cluster-dns=10.0.0.1`
  const validated = await validateInTest([], { flags: [line] })
  const text = formatResult.defaultedText(validated)

  expect(text.split('\n', 1)).toEqual([`# ${line.replace('\n', '')}`])
  for (const said of ['max-pods: 7 # file\n', 'port: 10250 # default\n', 'node-labels: # flag\n']) {
    expect(text).toContain(said)
  }
  expect(yamlCodec.read(Buffer.from(text)).value).toEqual(validated.effective[0]?.values)
})

describe('a command line of the API server', () => {
  const checked = () => manager('GarbageCollectorController: {EnableGarbageCollector: false}\n')

  test.each([
    ['--enable-garbage-collector', 1],
    ['--enable-garbage-collector=false', 0],
    ['--enable-garbage-collector=0', 0],
    ['--enable-garbage-collector=f', 0],
    ['--enable-garbage-collector=true --enable-garbage-collector=false', 0],
    ['--enable-garbage-collector=false --enable_garbage_collector', 1],
    ['-v 4 --etcd-servers http://a --enable-garbage-collector=false --profiling', 0],
    ['--etcd-servers=http://a', 0],
  ])('%s disagrees %i times', async (args, times) => {
    expect(await errors([checked()], `/usr/bin/kube-apiserver ${args}`)).toHaveLength(times)
  })

  test('may set an issuer after a space, and several issuers', async () => {
    const file = write(
      'authentication.yaml',
      'apiVersion: apiserver.cluster.example/v1beta1\nkind: AuthenticationConfiguration\n' +
        'jwt: [{issuer: {url: "https://a.example", audiences: [a]},' +
        ' claimMappings: {username: {claim: sub, prefix: a}}}]\nanonymous: {enabled: false}\n',
    )
    const issuers = '--service-account-issuer https://b.example --service-account-issuer'

    expect(await errors([file], `apiserver ${issuers} https://c.example`)).toEqual([])
    expect(await errors([file], `apiserver ${issuers} https://a.example`)).toHaveLength(1)
    expect(await errors([file], `apiserver ${issuers}`)).toEqual([
      expect.stringContaining('--service-account-issuer: missing value'),
    ])
  })

  test('is reported with the values that its flags allow', async () => {
    expect(await errors([], 'apiserver --anonymous-auth=maybe')).toEqual([
      '--flags:1:1 --anonymous-auth: Invalid value: "maybe": must be true or false',
    ])
  })
})

test.each([
  ["nodeagent --node-labels='a=b", 'unterminated quote in'],
  ['apiserver "', 'unterminated quote in'],
  ['kubectl get pods', 'expected nodeagent … or apiserver …, got "kubectl"'],
])('%s is not a valid command line', async (line, problem) => {
  const standardInput = (async function* () {})()

  expect(await validate([], { dialect: 'cluster', flags: [line], standardInput })).toEqual({
    problem: expect.stringContaining(problem),
  })
})

test('the message about a long command line is short', async () => {
  const standardInput = (async function* () {})()
  const flags = [`nodeagent "${'a'.repeat(10_000)}`]
  const said = await validate([], { dialect: 'cluster', flags, standardInput })

  expect('problem' in said && said.problem.length).toBeLessThan(600)
})
