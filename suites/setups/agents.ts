// Node agents that are started with certain files and flags. Checks share an agent where they can:
// they find their pods by the names of their case.

import { agentPlaces, agentSetups, podOfOnce } from '../../properties/dsl/agent-names.ts'
import { namedPod } from '../../properties/dsl/agent-steps.ts'
import type { ConfigFileTerm } from '../../properties/dsl/scenario.ts'

/** An agent that the checks of a run share. It is started at most once a run. */
export type AgentSetup = {
  name: string
  /** With the names of the specification and the placeholders of `agentPlaces`. */
  flags: string[]
  files?: ConfigFileTerm[]
  /** Whether an API server is started with it. */
  hasApi?: true
  /** Whether a second runtime is started with it, which only serves images. */
  hasImageService?: true
  /** Whether it may end before it has called its runtime, as one that prints its version. */
  mayEnd?: true
}

const { directory, runtime, serving, health, readOnly, manifests, apiFile } = agentPlaces
const { imageService } = agentPlaces

// Agents write only to their directory, and listen only on free ports of the loopback address.
const base = {
  '--root-dir': `${directory}/root`,
  '--cert-dir': `${directory}/certificates`,
  '--volume-plugin-dir': `${directory}/plugins`,
  '--container-runtime-endpoint': runtime,
  '--address': '127.0.0.1',
  '--port': serving,
  '--read-only-port': '0',
  '--healthz-bind-address': '127.0.0.1',
  '--healthz-port': health,
  '--hostname-override': 'node-one',
}

type Flags = { [name: string]: string | undefined }

/** Flags with the value undefined are omitted. */
const agent = (name: string, flags: Flags, more: Omit<AgentSetup, 'name' | 'flags'> = {}) => ({
  name,
  flags: Object.entries({ ...base, ...flags } as Flags).flatMap(([flag, value]) =>
    value === undefined ? [] : [`${flag}=${value}`],
  ),
  ...more,
})

const fromFiles = {
  '--pod-manifest-path': `${directory}/pods`,
  '--file-check-frequency': '1s',
}
const fromHost = { '--manifest-url': manifests, '--http-check-frequency': '1s' }
const withApi = { '--clusterconfig': apiFile }

// No program that reads settings of a cloud makes sense of it.
const cloudFile = { name: 'cloud.conf', text: '[Global\n\u0000 = {{{' }

/** The setups of agents. */
export const agentServerSetups: AgentSetup[] = [
  // It has an API that no flag of the agent names, so that calls to it would be recorded.
  agent(
    agentSetups.standalone,
    { ...fromFiles, ...fromHost, '--read-only-port': readOnly },
    { hasApi: true },
  ),
  agent(
    agentSetups.registered,
    {
      ...fromFiles,
      ...withApi,
      '--node-labels': 'touchstone.example/rack=a1,touchstone.example/zone=b2',
      '--provider-id': 'touchstone://machine-7',
    },
    { hasApi: true },
  ),
  agent(agentSetups.unregistered, { ...withApi, '--register-node': 'false' }, { hasApi: true }),
  agent(
    agentSetups.byHostname,
    {
      ...withApi,
      '--hostname-override': undefined,
      '--cluster-api-content-type': 'application/json',
    },
    { hasApi: true },
  ),
  agent(agentSetups.slow, {
    ...fromFiles,
    ...fromHost,
    '--file-check-frequency': '3s',
    '--http-check-frequency': '3s',
    '--cpu-cfs-quota': 'false',
  }),
  agent(agentSetups.oneFile, {
    '--pod-manifest-path': `${directory}/one.json`,
    '--file-check-frequency': '1s',
  }),
  agent(agentSetups.capped, { ...fromFiles, '--max-pods': '2' }),
  agent(agentSetups.closed, { ...fromFiles, '--healthz-port': '0', '--enable-server': 'false' }),
  agent(agentSetups.cautious, { ...fromFiles, '--anonymous-auth': 'false' }),
  agent(
    agentSetups.unschedulable,
    { ...withApi, '--register-schedulable': 'false' },
    { hasApi: true },
  ),
  agent(agentSetups.restrained, { ...fromFiles, '--registry-qps': '1', '--registry-burst': '3' }),
  agent(agentSetups.unrestrained, { ...fromFiles, '--registry-qps': '0', '--registry-burst': '1' }),
  agent(
    agentSetups.once,
    { ...fromFiles, '--runonce': 'true', '--enable-server': 'false' },
    { files: [{ name: 'pods/once.json', document: namedPod(podOfOnce) }] },
  ),
  agent(
    agentSetups.tuned,
    {
      ...fromFiles,
      '--runtime-request-timeout': '7s',
      '--seccomp-default': 'true',
      '--serialize-image-pulls': 'true',
      '--resolv-conf': `${directory}/resolv.conf`,
      '--sync-frequency': '2s',
    },
    {
      files: [
        { name: 'resolv.conf', text: 'nameserver 192.0.2.53\nsearch nodes.touchstone.example\n' },
      ],
    },
  ),
  agent(agentSetups.tidy, {
    ...fromFiles,
    '--minimum-container-ttl-duration': '0s',
    '--maximum-dead-containers-per-container': '1',
  }),
  agent(agentSetups.keeping, {
    ...fromFiles,
    '--minimum-container-ttl-duration': '1h',
    '--maximum-dead-containers-per-container': '1',
  }),
  agent(agentSetups.guarded, { ...fromFiles, '--tls-min-version': 'VersionTLS13' }),
  agent(agentSetups.locking, { ...fromFiles, '--lock-file': `${directory}/agent.lock` }),
  agent(agentSetups.limited, { ...fromFiles, '--max-open-files': '4096' }),
  agent(agentSetups.printing, { ...fromFiles, '--version': 'true' }, { mayEnd: true }),
  // Genuine agents of this release let only what follows their own version be set.
  agent(agentSetups.versioned, { ...withApi, '--version': 'v1.36.3-touchstone' }, { hasApi: true }),
  agent(
    agentSetups.reporting,
    { ...withApi, '--node-status-update-frequency': '1s' },
    { hasApi: true },
  ),
  agent(
    agentSetups.clouded,
    { ...fromFiles, '--cloud-provider': 'external', '--cloud-config': `${directory}/cloud.conf` },
    { files: [cloudFile] },
  ),
  agent(
    agentSetups.cloudless,
    { ...fromFiles, '--cloud-config': `${directory}/cloud.conf` },
    { files: [cloudFile] },
  ),
  agent(
    agentSetups.divided,
    { ...fromFiles, '--image-service-endpoint': imageService },
    { hasImageService: true },
  ),
]

/** @throws Error when no setup has this name */
export function agentSetupNamed(name: string): AgentSetup {
  const found = agentServerSetups.find(one => one.name === name)
  if (!found) throw new Error(`no setup of an agent has the name ${name}`)
  return found
}
