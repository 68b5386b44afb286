// The containers of pods: those that run side by side, those before them, and those for a look.

import {
  atLeast,
  exactlyOne,
  forbidden,
  format,
  invalid,
  law,
  natural,
  not,
  oneOf,
  port,
  range,
  required,
  type Table,
  unique,
  when,
  where,
} from './vocabulary.ts'

/** 0 to the largest number of 31 bits. */
const id = range(0, 2_147_483_647)

export const profiles: Table = {
  seccompProfile: [
    {
      type: [oneOf('Localhost', 'RuntimeDefault', 'Unconfined')],
      localhostProfile: [format('descendingPath')],
      '': [
        when(where('type', 'Localhost'), {
          localhostProfile: [law('presentProfile')],
        }),
        when(not(where('type', 'Localhost')), {
          localhostProfile: [invalid('can only be set when seccomp type is Localhost')],
        }),
      ],
    },
  ],
  appArmorProfile: [
    {
      type: [oneOf('Localhost', 'RuntimeDefault', 'Unconfined')],
      '': [
        when(where('type', 'Localhost'), {
          localhostProfile: [
            required('must be set when AppArmor type is Localhost'),
            format('trimmed'),
          ],
        }),
        when(where('type', 'RuntimeDefault', 'Unconfined'), {
          localhostProfile: [invalid('can only be set when AppArmor type is Localhost')],
        }),
      ],
    },
  ],
}

export const ids: Table = {
  runAsUser: [id],
  runAsGroup: [id],
  fsGroup: [id],
  'supplementalGroups[]': [id],
}

const securityContext: Table = {
  ...profiles,
  runAsUser: [id],
  runAsGroup: [id],
  procMount: [oneOf('Default', 'Unmasked')],
  '': [
    when(
      { all: [where('allowPrivilegeEscalation', false), where('privileged', true)] },
      {
        '': [invalid('cannot set `allowPrivilegeEscalation` to false and `privileged` to true')],
      },
    ),
  ],
}

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']

const handler: Table = {
  '': [
    exactlyOne(handlers, {
      none: 'must specify a handler type',
      many: 'may not specify more than 1 handler type',
    }),
  ],
  'exec.command': [required()],
  httpGet: [
    {
      path: [required()],
      port: [law('portOrName')],
      scheme: [oneOf('HTTP', 'HTTPS')],
    },
  ],
  'httpGet.httpHeaders[].name => httpGet.httpHeaders': [format('headerName')],
  'tcpSocket.port': [law('portOrName')],
  'grpc.port': [port],
  'sleep.seconds => sleep': [law('sleepSeconds')],
}

const probe: Table = {
  ...handler,
  initialDelaySeconds: [natural],
  timeoutSeconds: [natural],
  periodSeconds: [natural],
  successThreshold: [natural],
  failureThreshold: [natural],
  terminationGracePeriodSeconds: [atLeast(1, 'must be greater than 0')],
}

const probes: Table = {
  livenessProbe: [
    probe,
    { successThreshold: [{ is: 'range', min: 1, max: 1, because: 'must be 1' }] },
  ],
  startupProbe: [
    probe,
    { successThreshold: [{ is: 'range', min: 1, max: 1, because: 'must be 1' }] },
  ],
  readinessProbe: [
    probe,
    { terminationGracePeriodSeconds: [invalid('must not be set for readinessProbes')] },
  ],
  'lifecycle.postStart': [handler],
  'lifecycle.preStop': [handler],
}

const ofLaterRuns = 'may not be set for init containers without restartPolicy=Always'

const env: Table = {
  name: [required(), format('envName')],
  '': [law('envSource')],
  'valueFrom.fieldRef': [law('envFieldPath')],
  'valueFrom.resourceFieldRef': [law('envResourceField')],
  'valueFrom.configMapKeyRef': [
    { name: [format('subdomain')], key: [required(), format('configKey')] },
  ],
  'valueFrom.secretKeyRef': [
    { name: [format('subdomain')], key: [required(), format('configKey')] },
  ],
}

const common: Table = {
  name: [required(), format('dnsLabel')],
  imagePullPolicy: [oneOf('Always', 'IfNotPresent', 'Never')],
  terminationMessagePolicy: [oneOf('File', 'FallbackToLogsOnError')],
  'ports[]': [
    {
      name: [format('portNameOrEmpty')],
      containerPort: [required(), port],
      hostPort: [law('portIfAny')],
      protocol: [oneOf('SCTP', 'TCP', 'UDP')],
    },
  ],
  ports: [law('portNames')],
  'env[]': [env],
  'envFrom[]': [
    {
      prefix: [format('envNameOrEmpty')],
      'configMapRef.name': [format('subdomain')],
      'secretRef.name': [format('subdomain')],
    },
  ],
  'envFrom[] => envFrom': [law('envFromSource')],
  volumeMounts: [law('mounts')],
  'volumeMounts[].mountPath': [required()],
  'volumeMounts[].name': [required()],
  'volumeMounts[].subPath => volumeMounts.subPath': [format('descendingPath')],
  'volumeMounts[].subPathExpr => volumeMounts.subPathExpr': [format('descendingPath')],
  'volumeMounts[].mountPropagation => volumeMounts.mountPropagation': [
    oneOf('Bidirectional', 'HostToContainer', 'None'),
  ],
  'volumeMounts[].recursiveReadOnly => volumeMounts.recursiveReadOnly': [
    oneOf('Disabled', 'Enabled', 'IfPossible'),
  ],
  volumeDevices: [law('devices')],
  'volumeDevices[].name': [required()],
  'volumeDevices[].devicePath': [required()],
  resources: [law('resources')],
  resizePolicy: [unique(['resourceName'])],
  'resizePolicy[].resourceName => resizePolicy': [oneOf('cpu', 'memory')],
  'resizePolicy[].restartPolicy => resizePolicy': [oneOf('NotRequired', 'RestartContainer')],
  securityContext: [securityContext],
}

export const container: Table = { ...common, ...probes }

export const initContainer: Table = {
  ...common,
  restartPolicy: [oneOf('Always', 'Never', 'OnFailure')],
  '': [
    when(where('restartPolicy', 'Always'), probes),
    when(not(where('restartPolicy', 'Always')), {
      lifecycle: [forbidden(ofLaterRuns)],
      livenessProbe: [forbidden(ofLaterRuns)],
      readinessProbe: [forbidden(ofLaterRuns)],
      startupProbe: [forbidden(ofLaterRuns)],
    }),
  ],
}
