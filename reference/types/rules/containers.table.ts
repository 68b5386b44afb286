// Rules of containers, init containers and ephemeral containers.

import {
  atLeast,
  exactlyOne,
  forbiddenField,
  format,
  alwaysInvalid,
  validatorRule,
  nonNegative,
  not,
  supportedValues,
  portNumber,
  range,
  requiredField,
  type RuleTable,
  uniqueItems,
  when,
  memberIs,
} from './rule-table.ts'

/** User and group ids: 0 to 2^31 - 1. */
const id = range(0, 2_147_483_647)

export const securityProfileRules: RuleTable = {
  seccompProfile: [
    {
      type: [supportedValues('Localhost', 'RuntimeDefault', 'Unconfined')],
      localhostProfile: [format('descendingPath')],
      '': [
        when(memberIs('type', 'Localhost'), {
          localhostProfile: [validatorRule('presentProfile')],
        }),
        when(not(memberIs('type', 'Localhost')), {
          localhostProfile: [alwaysInvalid('can only be set when seccomp type is Localhost')],
        }),
      ],
    },
  ],
  appArmorProfile: [
    {
      type: [supportedValues('Localhost', 'RuntimeDefault', 'Unconfined')],
      '': [
        when(memberIs('type', 'Localhost'), {
          localhostProfile: [
            requiredField('must be set when AppArmor type is Localhost'),
            format('trimmed'),
          ],
        }),
        when(memberIs('type', 'RuntimeDefault', 'Unconfined'), {
          localhostProfile: [alwaysInvalid('can only be set when AppArmor type is Localhost')],
        }),
      ],
    },
  ],
}

export const securityIdRules: RuleTable = {
  runAsUser: [id],
  runAsGroup: [id],
  fsGroup: [id],
  'supplementalGroups[]': [id],
}

const securityContext: RuleTable = {
  ...securityProfileRules,
  runAsUser: [id],
  runAsGroup: [id],
  procMount: [supportedValues('Default', 'Unmasked')],
  '': [
    when(
      { all: [memberIs('allowPrivilegeEscalation', false), memberIs('privileged', true)] },
      {
        '': [
          alwaysInvalid('cannot set `allowPrivilegeEscalation` to false and `privileged` to true'),
        ],
      },
    ),
  ],
}

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']

const handler: RuleTable = {
  '': [
    exactlyOne(handlers, {
      none: 'must specify a handler type',
      many: 'may not specify more than 1 handler type',
    }),
  ],
  'exec.command': [requiredField()],
  httpGet: [
    {
      path: [requiredField()],
      port: [validatorRule('portOrName')],
      scheme: [supportedValues('HTTP', 'HTTPS')],
    },
  ],
  'httpGet.httpHeaders[].name => httpGet.httpHeaders': [format('headerName')],
  'tcpSocket.port': [validatorRule('portOrName')],
  'grpc.port': [portNumber],
  'sleep.seconds => sleep': [validatorRule('sleepSeconds')],
}

const probe: RuleTable = {
  ...handler,
  initialDelaySeconds: [nonNegative],
  timeoutSeconds: [nonNegative],
  periodSeconds: [nonNegative],
  successThreshold: [nonNegative],
  failureThreshold: [nonNegative],
  terminationGracePeriodSeconds: [atLeast(1, 'must be greater than 0')],
}

const probes: RuleTable = {
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
    { terminationGracePeriodSeconds: [alwaysInvalid('must not be set for readinessProbes')] },
  ],
  'lifecycle.postStart': [handler],
  'lifecycle.preStop': [handler],
}

const ofLaterRuns = 'may not be set for init containers without restartPolicy=Always'

const env: RuleTable = {
  name: [requiredField(), format('envName')],
  '': [validatorRule('envSource')],
  'valueFrom.fieldRef': [validatorRule('envFieldPath')],
  'valueFrom.resourceFieldRef': [validatorRule('envResourceField')],
  'valueFrom.configMapKeyRef': [
    { name: [format('subdomain')], key: [requiredField(), format('configKey')] },
  ],
  'valueFrom.secretKeyRef': [
    { name: [format('subdomain')], key: [requiredField(), format('configKey')] },
  ],
}

const common: RuleTable = {
  name: [requiredField(), format('dnsLabel')],
  imagePullPolicy: [supportedValues('Always', 'IfNotPresent', 'Never')],
  terminationMessagePolicy: [supportedValues('File', 'FallbackToLogsOnError')],
  'ports[]': [
    {
      name: [format('portNameOrEmpty')],
      containerPort: [requiredField(), portNumber],
      hostPort: [validatorRule('portIfAny')],
      protocol: [supportedValues('SCTP', 'TCP', 'UDP')],
    },
  ],
  ports: [validatorRule('portNames')],
  'env[]': [env],
  'envFrom[]': [
    {
      prefix: [format('envNameOrEmpty')],
      'configMapRef.name': [format('subdomain')],
      'secretRef.name': [format('subdomain')],
    },
  ],
  'envFrom[] => envFrom': [validatorRule('envFromSource')],
  volumeMounts: [validatorRule('mounts')],
  'volumeMounts[].mountPath': [requiredField()],
  'volumeMounts[].name': [requiredField()],
  'volumeMounts[].subPath => volumeMounts.subPath': [format('descendingPath')],
  'volumeMounts[].subPathExpr => volumeMounts.subPathExpr': [format('descendingPath')],
  'volumeMounts[].mountPropagation => volumeMounts.mountPropagation': [
    supportedValues('Bidirectional', 'HostToContainer', 'None'),
  ],
  'volumeMounts[].recursiveReadOnly => volumeMounts.recursiveReadOnly': [
    supportedValues('Disabled', 'Enabled', 'IfPossible'),
  ],
  volumeDevices: [validatorRule('devices')],
  'volumeDevices[].name': [requiredField()],
  'volumeDevices[].devicePath': [requiredField()],
  resources: [validatorRule('resources')],
  resizePolicy: [uniqueItems(['resourceName'])],
  'resizePolicy[].resourceName => resizePolicy': [supportedValues('cpu', 'memory')],
  'resizePolicy[].restartPolicy => resizePolicy': [
    supportedValues('NotRequired', 'RestartContainer'),
  ],
  securityContext: [securityContext],
}

export const container: RuleTable = { ...common, ...probes }

export const initContainer: RuleTable = {
  ...common,
  restartPolicy: [supportedValues('Always', 'Never', 'OnFailure')],
  '': [
    when(memberIs('restartPolicy', 'Always'), probes),
    when(not(memberIs('restartPolicy', 'Always')), {
      lifecycle: [forbiddenField(ofLaterRuns)],
      livenessProbe: [forbiddenField(ofLaterRuns)],
      readinessProbe: [forbiddenField(ofLaterRuns)],
      startupProbe: [forbiddenField(ofLaterRuns)],
    }),
  ],
}
