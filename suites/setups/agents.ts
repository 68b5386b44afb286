// Node agents that are started with certain files and flags. Checks share an agent where they can:
// they find their pods by the names of their case.

import { agentPlaces, agentSetups, podOfOnce } from '../../properties/dsl/agent-names.ts'
import {
  ownConfiguration,
  pauseImage,
  plugInFolders,
  podRange,
  pressureSeconds,
} from '../../properties/dsl/agent-names.ts'
import { namedPod } from '../../properties/dsl/agent-steps.ts'
import type { ConfigFileTerm } from '../../properties/dsl/scenario.ts'

/** An agent that the checks of a run share. It is started at most once a run. */
export type AgentSetup = {
  name: string
  /** With the names of the specification and the placeholders of `agentPlaces`. */
  flags: string[]
  files?: ConfigFileTerm[]
  /** Shell scripts that the agent may run. */
  programs?: { name: string; text: string }[]
  /** Whether an API server is started with it. */
  hasApi?: true
  /** Whether that server signs certificates, which are valid for 8 s. */
  hasSigner?: true
  /** Whether a second runtime is started with it, which only serves images. */
  hasImageService?: true
  /** Whether it may end instead of calling its runtime, because of its command line. */
  mayEnd?: true
  /** The images of its runtime at the start, and the size of each. */
  images?: string[]
  imageBytes?: number
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
// Judges read bodies of JSON.
const inJson = { '--cluster-api-content-type': 'application/json' }
const withApi = { '--clusterconfig': apiFile }

// No program that reads settings of a cloud makes sense of it.
const cloudFile = { name: 'cloud.conf', text: '[Global\n\u0000 = {{{' }
/** What agents remove or keep. */
const images = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => `registry.example/unused-${name}:1`)
// A hundredth of the disk of a machine on paper.
const imageBytes = 2 ** 30
const removal = {
  ...fromFiles,
  // They need not have been unused for long.
  '--minimum-image-ttl-duration': '0s',
}
const withThresholds = (low: number, high: number) => ({
  '--image-gc-low-threshold': String(low),
  '--image-gc-high-threshold': String(high),
})

const plugInName = 'registry-login'

/**
 * A plug-in that returns credentials with the name of its folder as the user, and leaves a file
 * with that name in `ran`.
 */
const plugInIn = (folder: string) => ({
  name: `${folder}/${plugInName}`,
  text: `#!/bin/sh
version=$(sed -n 's/.*"apiVersion" *: *"\\([^"]*\\)".*/\\1/p')
mkdir -p '${directory}/ran'
touch '${directory}/ran/${folder}'
printf '{"kind": "CredentialProviderResponse", "apiVersion": "%s", ' "$version"
printf '"cacheKeyType": "Image", "cacheDuration": "0s", "auth": {"registry.example": '
printf '{"username": "${folder}", "password": "password-of-${folder}"}}}'
`,
})

const plugInFile = {
  name: 'plug-ins.yaml',
  document: {
    apiVersion: { $join: [{ $group: 'nodeagent.config' }, '/v1'] },
    kind: 'CredentialProviderConfig',
    providers: [
      {
        name: plugInName,
        apiVersion: { $join: [{ $group: 'credentialprovider.nodeagent' }, '/v1'] },
        matchImages: ['registry.example'],
        defaultCacheDuration: '0s',
      },
    ],
  },
}

/** The setups of agents. */
export const agentServerSetups: AgentSetup[] = [
  agent(
    agentSetups.bootstrapped,
    {
      '--bootstrap-clusterconfig': apiFile,
      '--clusterconfig': `${directory}/${ownConfiguration}`,
      '--rotate-certificates': 'true',
      // So that the directory of certificates holds that for clients alone.
      '--tls-cert-file': `${directory}/own.pem`,
      '--tls-private-key-file': `${directory}/own-key.pem`,
    },
    { hasApi: true, hasSigner: true },
  ),
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
  // It answers nobody.
  agent(agentSetups.everywhere, {
    '--address': '0.0.0.0',
    '--anonymous-auth': 'false',
    '--pod-cidr': podRange,
  }),
  agent(agentSetups.everywhereIpv6, { '--address': '::', '--anonymous-auth': 'false' }),
  agent(
    agentSetups.reviewing,
    {
      ...withApi,
      ...inJson,
      '--anonymous-auth': 'true',
      '--client-ca-file': `${directory}/callers.pem`,
      '--authentication-token-webhook': 'true',
      '--authentication-token-webhook-cache-ttl': '1s',
      '--authorization-mode': 'Webhook',
      '--authorization-webhook-cache-authorized-ttl': '1s',
      '--authorization-webhook-cache-unauthorized-ttl': '2s',
    },
    { hasApi: true },
  ),
  agent(
    agentSetups.trusting,
    {
      ...withApi,
      ...inJson,
      '--anonymous-auth': 'false',
      '--authentication-token-webhook': 'true',
      '--authorization-mode': 'AlwaysAllow',
      '--tls-cert-file': `${directory}/own.pem`,
      '--tls-private-key-file': `${directory}/own-key.pem`,
      '--pod-cidr': podRange,
    },
    { hasApi: true },
  ),
  agent(
    agentSetups.inUnknownMode,
    { ...withApi, '--authorization-mode': 'AskAround' },
    { hasApi: true, mayEnd: true },
  ),
  { name: agentSetups.helping, flags: ['--help'], mayEnd: true },
  agent(
    agentSetups.rationed,
    {
      ...fromFiles,
      ...withApi,
      '--event-qps': '1',
      '--event-burst': '2',
      '--cluster-api-qps': '3',
      '--cluster-api-burst': '4',
    },
    { hasApi: true },
  ),
  agent(agentSetups.collecting, { ...removal, ...withThresholds(1, 2) }, { images }),
  agent(
    agentSetups.partlyCollecting,
    // Two of the images are 2% of a disk of which half is in use.
    { ...removal, ...withThresholds(48, 49) },
    { images, imageBytes },
  ),
  agent(agentSetups.roomy, { ...removal, ...withThresholds(98, 99) }, { images }),
  agent(agentSetups.neverCollecting, { ...removal, ...withThresholds(1, 100) }, { images }),
  agent(
    agentSetups.pausing,
    { ...removal, ...withThresholds(1, 2), '--pod-infra-container-image': pauseImage },
    { images: [pauseImage, ...images], mayEnd: true },
  ),
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
    agentSetups.pressed,
    {
      ...withApi,
      '--node-status-update-frequency': '1s',
      '--eviction-hard': 'imagefs.available<10%',
      '--eviction-pressure-transition-period': `${pressureSeconds}s`,
    },
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
  agent(
    agentSetups.plugged,
    {
      ...fromFiles,
      '--image-credential-provider-config': `${directory}/${plugInFile.name}`,
      '--image-credential-provider-bin-dir': `${directory}/${plugInFolders.own}`,
    },
    { files: [plugInFile], programs: Object.values(plugInFolders).map(plugInIn) },
  ),
]

/** @throws Error when no setup has this name */
export function agentSetupNamed(name: string): AgentSetup {
  const found = agentServerSetups.find(one => one.name === name)
  if (!found) throw new Error(`no setup of an agent has the name ${name}`)
  return found
}
