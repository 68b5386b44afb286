// Describes the messages of the Container Runtime Interface, version 1 (package `runtime.v1`), as
// far as node agents on Linux use them. Fields that are not listed are skipped when they are read.

/**
 * The messages. A line begins with the name of a message, or continues the one before. A field is
 * `name=number:type`; without a type it is a string. `[]` marks a list and `{}` a map of strings.
 */
export const criMessages = `
VersionRequest version=1
VersionResponse version=1 runtime_name=2 runtime_version=3 runtime_api_version=4
RunPodSandboxRequest config=1:PodSandboxConfig runtime_handler=2
PodSandboxConfig metadata=1:PodSandboxMetadata hostname=2 log_directory=3 dns_config=4:DNSConfig
  port_mappings=5:PortMapping[] labels=6:{} annotations=7:{} linux=8:LinuxPodSandboxConfig
PodSandboxMetadata name=1 uid=2 namespace=3 attempt=4:uint32
DNSConfig servers=1:string[] searches=2:string[] options=3:string[]
PortMapping protocol=1:Protocol container_port=2:int32 host_port=3:int32 host_ip=4
LinuxPodSandboxConfig cgroup_parent=1 security_context=2:LinuxSandboxSecurityContext sysctls=3:{}
  overhead=4:LinuxContainerResources resources=5:LinuxContainerResources
LinuxSandboxSecurityContext namespace_options=1:NamespaceOption selinux_options=2:SELinuxOption
  run_as_user=3:Int64Value run_as_group=8:Int64Value readonly_rootfs=4:bool
  supplemental_groups=5:int64[] supplemental_groups_policy=11:SupplementalGroupsPolicy
  privileged=6:bool seccomp=9:SecurityProfile apparmor=10:SecurityProfile seccomp_profile_path=7
NamespaceOption network=1:NamespaceMode pid=2:NamespaceMode ipc=3:NamespaceMode target_id=4
  userns_options=5:UserNamespace
UserNamespace mode=1:NamespaceMode uids=2:IDMapping[] gids=3:IDMapping[]
IDMapping host_id=1:uint32 container_id=2:uint32 length=3:uint32
SELinuxOption user=1 role=2 type=3 level=4
Int64Value value=1:int64
SecurityProfile profile_type=1:ProfileType localhost_ref=2
LinuxContainerResources cpu_period=1:int64 cpu_quota=2:int64 cpu_shares=3:int64
  memory_limit_in_bytes=4:int64 oom_score_adj=5:int64 cpuset_cpus=6 cpuset_mems=7
  hugepage_limits=8:HugepageLimit[] unified=9:{} memory_swap_limit_in_bytes=10:int64
HugepageLimit page_size=1 limit=2:uint64
RunPodSandboxResponse pod_sandbox_id=1
StopPodSandboxRequest pod_sandbox_id=1
StopPodSandboxResponse
RemovePodSandboxRequest pod_sandbox_id=1
RemovePodSandboxResponse
PodSandboxStatusRequest pod_sandbox_id=1 verbose=2:bool
PodSandboxStatusResponse status=1:PodSandboxStatus info=2:{}
  containers_statuses=3:ContainerStatus[] timestamp=4:int64
PodSandboxStatus id=1 metadata=2:PodSandboxMetadata state=3:PodSandboxState created_at=4:int64
  network=5:PodSandboxNetworkStatus linux=6:LinuxPodSandboxStatus labels=7:{} annotations=8:{}
  runtime_handler=9
PodSandboxNetworkStatus ip=1 additional_ips=2:PodIP[]
PodIP ip=1
LinuxPodSandboxStatus namespaces=1:Namespace
Namespace options=2:NamespaceOption
ContainerStatus id=1 metadata=2:ContainerMetadata state=3:ContainerState created_at=4:int64
  started_at=5:int64 finished_at=6:int64 exit_code=7:int32 image=8:ImageSpec image_ref=9 reason=10
  message=11 labels=12:{} annotations=13:{} mounts=14:Mount[] log_path=15
  resources=16:ContainerResources image_id=17 user=18:ContainerUser stop_signal=19:int32
ContainerMetadata name=1 attempt=2:uint32
ImageSpec image=1 annotations=2:{} user_specified_image=18 runtime_handler=19 image_ref=20
Mount container_path=1 host_path=2 readonly=3:bool selinux_relabel=4:bool
  propagation=5:MountPropagation uidMappings=6:IDMapping[] gidMappings=7:IDMapping[]
  recursive_read_only=8:bool image=9:ImageSpec image_sub_path=10
ContainerResources linux=1:LinuxContainerResources
ContainerUser linux=1:LinuxContainerUser
LinuxContainerUser uid=1:int64 gid=2:int64 supplemental_groups=3:int64[]
ListPodSandboxRequest filter=1:PodSandboxFilter
PodSandboxFilter id=1 state=2:PodSandboxStateValue label_selector=3:{}
PodSandboxStateValue state=1:PodSandboxState
ListPodSandboxResponse items=1:PodSandbox[]
PodSandbox id=1 metadata=2:PodSandboxMetadata state=3:PodSandboxState created_at=4:int64
  labels=5:{} annotations=6:{} runtime_handler=7
StreamPodSandboxesRequest filter=1:PodSandboxFilter
StreamPodSandboxesResponse pod_sandboxes=1:PodSandbox[]
CreateContainerRequest pod_sandbox_id=1 config=2:ContainerConfig sandbox_config=3:PodSandboxConfig
ContainerConfig metadata=1:ContainerMetadata image=2:ImageSpec command=3:string[] args=4:string[]
  working_dir=5 envs=6:KeyValue[] mounts=7:Mount[] devices=8:Device[] labels=9:{}
  annotations=10:{} log_path=11 stdin=12:bool stdin_once=13:bool tty=14:bool
  linux=15:LinuxContainerConfig CDI_devices=17:CDIDevice[] stop_signal=18:int32
KeyValue key=1 value=2:bytes
Device container_path=1 host_path=2 permissions=3
LinuxContainerConfig resources=1:LinuxContainerResources
  security_context=2:LinuxContainerSecurityContext
LinuxContainerSecurityContext capabilities=1:Capability privileged=2:bool
  namespace_options=3:NamespaceOption selinux_options=4:SELinuxOption run_as_user=5:Int64Value
  run_as_group=12:Int64Value run_as_username=6 readonly_rootfs=7:bool
  supplemental_groups=8:int64[] supplemental_groups_policy=17:SupplementalGroupsPolicy
  no_new_privs=11:bool masked_paths=13:string[] readonly_paths=14:string[]
  seccomp=15:SecurityProfile apparmor=16:SecurityProfile apparmor_profile=9
  seccomp_profile_path=10
Capability add_capabilities=1:string[] drop_capabilities=2:string[]
  add_ambient_capabilities=3:string[]
CDIDevice name=1
CreateContainerResponse container_id=1
StartContainerRequest container_id=1
StartContainerResponse
StopContainerRequest container_id=1 timeout=2:int64
StopContainerResponse
RemoveContainerRequest container_id=1
RemoveContainerResponse
ListContainersRequest filter=1:ContainerFilter
ContainerFilter id=1 state=2:ContainerStateValue pod_sandbox_id=3 label_selector=4:{}
ContainerStateValue state=1:ContainerState
ListContainersResponse containers=1:Container[]
Container id=1 pod_sandbox_id=2 metadata=3:ContainerMetadata image=4:ImageSpec image_ref=5
  state=6:ContainerState created_at=7:int64 labels=8:{} annotations=9:{} image_id=10
StreamContainersRequest filter=1:ContainerFilter
StreamContainersResponse containers=1:Container[]
ContainerStatusRequest container_id=1 verbose=2:bool
ContainerStatusResponse status=1:ContainerStatus info=2:{}
UpdateContainerResourcesRequest container_id=1 linux=2:LinuxContainerResources annotations=4:{}
UpdateContainerResourcesResponse
ReopenContainerLogRequest container_id=1
ReopenContainerLogResponse
ExecSyncRequest container_id=1 cmd=2:string[] timeout=3:int64
ExecSyncResponse stdout=1:bytes stderr=2:bytes exit_code=3:int32
ExecRequest container_id=1 cmd=2:string[] tty=3:bool stdin=4:bool stdout=5:bool stderr=6:bool
ExecResponse url=1
AttachRequest container_id=1 stdin=2:bool tty=3:bool stdout=4:bool stderr=5:bool
AttachResponse url=1
PortForwardRequest pod_sandbox_id=1 port=2:int32[]
PortForwardResponse url=1
ContainerStatsRequest container_id=1
ContainerStatsResponse stats=1:ContainerStats
ContainerStats attributes=1:ContainerAttributes cpu=2:CpuUsage memory=3:MemoryUsage
  writable_layer=4:FilesystemUsage
ContainerAttributes id=1 metadata=2:ContainerMetadata labels=3:{} annotations=4:{}
CpuUsage timestamp=1:int64 usage_core_nano_seconds=2:UInt64Value usage_nano_cores=3:UInt64Value
UInt64Value value=1:uint64
MemoryUsage timestamp=1:int64 working_set_bytes=2:UInt64Value available_bytes=3:UInt64Value
  usage_bytes=4:UInt64Value rss_bytes=5:UInt64Value page_faults=6:UInt64Value
  major_page_faults=7:UInt64Value
FilesystemUsage timestamp=1:int64 fs_id=2:FilesystemIdentifier used_bytes=3:UInt64Value
  inodes_used=4:UInt64Value
FilesystemIdentifier mountpoint=1
ListContainerStatsRequest filter=1:ContainerStatsFilter
ContainerStatsFilter id=1 pod_sandbox_id=2 label_selector=3:{}
ListContainerStatsResponse stats=1:ContainerStats[]
PodSandboxStatsRequest pod_sandbox_id=1
PodSandboxStatsResponse stats=1:PodSandboxStats
PodSandboxStats attributes=1:PodSandboxAttributes linux=2:LinuxPodSandboxStats
PodSandboxAttributes id=1 metadata=2:PodSandboxMetadata labels=3:{} annotations=4:{}
LinuxPodSandboxStats cpu=1:CpuUsage memory=2:MemoryUsage containers=5:ContainerStats[]
ListPodSandboxStatsRequest filter=1:PodSandboxStatsFilter
PodSandboxStatsFilter id=1 label_selector=2:{}
ListPodSandboxStatsResponse stats=1:PodSandboxStats[]
UpdateRuntimeConfigRequest runtime_config=1:RuntimeConfig
RuntimeConfig network_config=1:NetworkConfig
NetworkConfig pod_cidr=1
UpdateRuntimeConfigResponse
StatusRequest verbose=1:bool
StatusResponse status=1:RuntimeStatus info=2:{} runtime_handlers=3:RuntimeHandler[]
  features=4:RuntimeFeatures
RuntimeStatus conditions=1:RuntimeCondition[]
RuntimeCondition type=1 status=2:bool reason=3 message=4
RuntimeHandler name=1 features=2:RuntimeHandlerFeatures
RuntimeHandlerFeatures recursive_read_only_mounts=1:bool user_namespaces=2:bool
RuntimeFeatures supplemental_groups_policy=1:bool user_namespaces_host_network=2:bool
GetEventsRequest
ContainerEventResponse container_id=1 container_event_type=2:ContainerEventType created_at=3:int64
  pod_sandbox_status=4:PodSandboxStatus containers_statuses=5:ContainerStatus[]
RuntimeConfigRequest
RuntimeConfigResponse linux=1:LinuxRuntimeConfiguration
LinuxRuntimeConfiguration cgroup_driver=1:CgroupDriver
UpdatePodSandboxResourcesRequest pod_sandbox_id=1 overhead=2:LinuxContainerResources
  resources=3:LinuxContainerResources
UpdatePodSandboxResourcesResponse
ListImagesRequest filter=1:ImageFilter
ImageFilter image=1:ImageSpec
ListImagesResponse images=1:Image[]
Image id=1 repo_tags=2:string[] repo_digests=3:string[] size=4:uint64 uid=5:Int64Value username=6
  spec=7:ImageSpec pinned=8:bool
ImageStatusRequest image=1:ImageSpec verbose=2:bool
ImageStatusResponse image=1:Image info=2:{}
PullImageRequest image=1:ImageSpec auth=2:AuthConfig sandbox_config=3:PodSandboxConfig
AuthConfig username=1 password=2 auth=3 server_address=4 identity_token=5 registry_token=6
PullImageResponse image_ref=1
RemoveImageRequest image=1:ImageSpec
RemoveImageResponse
ImageFsInfoRequest
ImageFsInfoResponse image_filesystems=1:FilesystemUsage[]
  container_filesystems=2:FilesystemUsage[]
`

/** The values of the enumerations, in the order of their numbers from 0. */
export const criEnums: { [name: string]: string[] } = {
  Protocol: ['TCP', 'UDP', 'SCTP'],
  NamespaceMode: ['POD', 'CONTAINER', 'NODE', 'TARGET'],
  SupplementalGroupsPolicy: ['Merge', 'Strict'],
  ProfileType: ['RuntimeDefault', 'Unconfined', 'Localhost'],
  PodSandboxState: ['SANDBOX_READY', 'SANDBOX_NOTREADY'],
  ContainerState: [
    'CONTAINER_CREATED',
    'CONTAINER_RUNNING',
    'CONTAINER_EXITED',
    'CONTAINER_UNKNOWN',
  ],
  MountPropagation: [
    'PROPAGATION_PRIVATE',
    'PROPAGATION_HOST_TO_CONTAINER',
    'PROPAGATION_BIDIRECTIONAL',
  ],
  ContainerEventType: [
    'CONTAINER_CREATED_EVENT',
    'CONTAINER_STARTED_EVENT',
    'CONTAINER_STOPPED_EVENT',
    'CONTAINER_DELETED_EVENT',
  ],
  CgroupDriver: ['SYSTEMD', 'CGROUPFS'],
}
