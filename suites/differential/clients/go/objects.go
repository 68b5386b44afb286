package main

import (
	"context"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

var (
	create  = metav1.CreateOptions{}
	update  = metav1.UpdateOptions{}
	patch   = metav1.PatchOptions{}
	get     = metav1.GetOptions{}
	remove  = metav1.DeleteOptions{}
	replica = int32(1)
	second  = metav1.NewMicroTime(time.Date(2026, 1, 2, 3, 4, 5, 60_000, time.UTC))
)

func named(name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Name: name, Namespace: space}
}

var podSpec = corev1.PodSpec{Containers: []corev1.Container{{
	Name:  "web",
	Image: "registry.example/web:1",
	Ports: []corev1.ContainerPort{{ContainerPort: 80}},
	ReadinessProbe: &corev1.Probe{
		ProbeHandler: corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{}},
	},
}}}

// These objects leave fields unset. JSON omits such fields, but Protobuf sends zero values.
var objectSteps = []step{
	{"create a namespace", func(ctx context.Context, on clients) (string, error) {
		object := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: space}}
		return seen(on.CoreV1().Namespaces().Create(ctx, object, create))
	}},
	{"create a config map", func(ctx context.Context, on clients) (string, error) {
		object := &corev1.ConfigMap{
			ObjectMeta: named("map"),
			Data:       map[string]string{"a": "é", "b": ""},
			BinaryData: map[string][]byte{"c": {0, 255}},
		}
		return seen(on.CoreV1().ConfigMaps(space).Create(ctx, object, create))
	}},
	{"create a secret", func(ctx context.Context, on clients) (string, error) {
		object := &corev1.Secret{
			ObjectMeta: named("secret"),
			Data:       map[string][]byte{"a": {0}},
			StringData: map[string]string{"b": "c"},
		}
		return seen(on.CoreV1().Secrets(space).Create(ctx, object, create))
	}},
	{"create a service account", func(ctx context.Context, on clients) (string, error) {
		object := &corev1.ServiceAccount{ObjectMeta: named("robot")}
		return seen(on.CoreV1().ServiceAccounts(space).Create(ctx, object, create))
	}},
	{"create a pod", func(ctx context.Context, on clients) (string, error) {
		spec := podSpec.DeepCopy()
		spec.Containers[0].ReadinessProbe.TCPSocket.Port.IntVal = 80
		object := &corev1.Pod{ObjectMeta: named("pod"), Spec: *spec}
		return seen(on.CoreV1().Pods(space).Create(ctx, object, create))
	}},
	{"create a service", func(ctx context.Context, on clients) (string, error) {
		object := &corev1.Service{
			ObjectMeta: named("service"),
			Spec:       corev1.ServiceSpec{Ports: []corev1.ServicePort{{Port: 80}}},
		}
		made, err := on.CoreV1().Services(space).Create(ctx, object, create)
		if err == nil {
			made.Spec.ClusterIP, made.Spec.ClusterIPs = "", nil
		}
		return seen(made, err)
	}},
	{"create a deployment", func(ctx context.Context, on clients) (string, error) {
		labels := map[string]string{"app": "web"}
		spec := podSpec.DeepCopy()
		spec.Containers[0].ReadinessProbe = nil
		object := &appsv1.Deployment{ObjectMeta: named("deployment"), Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec:       *spec,
			},
		}}
		return seen(on.AppsV1().Deployments(space).Create(ctx, object, create))
	}},
	{"create a lease", func(ctx context.Context, on clients) (string, error) {
		object := &coordinationv1.Lease{
			ObjectMeta: named("lease"),
			Spec:       coordinationv1.LeaseSpec{RenewTime: &second},
		}
		return seen(on.CoordinationV1().Leases(space).Create(ctx, object, create))
	}},
	{"create an event", func(ctx context.Context, on clients) (string, error) {
		object := &corev1.Event{
			ObjectMeta:     named("event"),
			InvolvedObject: corev1.ObjectReference{Kind: "Pod", Name: "pod", Namespace: space},
			Reason:         "Made",
			Type:           "Normal",
			Count:          1,
		}
		return seen(on.CoreV1().Events(space).Create(ctx, object, create))
	}},
	{"get an event of the newer group", func(ctx context.Context, on clients) (string, error) {
		return seen(on.EventsV1().Events(space).Get(ctx, "event", get))
	}},
	{"update a config map", func(ctx context.Context, on clients) (string, error) {
		object, err := on.CoreV1().ConfigMaps(space).Get(ctx, "map", get)
		if err != nil {
			return "", err
		}
		object.Data["a"] = "2"
		return seen(on.CoreV1().ConfigMaps(space).Update(ctx, object, update))
	}},
	{"update a service as it is", func(ctx context.Context, on clients) (string, error) {
		object, err := on.CoreV1().Services(space).Get(ctx, "service", get)
		if err != nil {
			return "", err
		}
		before := object.ResourceVersion
		after, err := on.CoreV1().Services(space).Update(ctx, object, update)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("same version %t", after.ResourceVersion == before), nil
	}},
	{"update the status of a pod", func(ctx context.Context, on clients) (string, error) {
		object, err := on.CoreV1().Pods(space).Get(ctx, "pod", get)
		if err != nil {
			return "", err
		}
		since := metav1.NewTime(second.Time)
		ready := corev1.PodCondition{Type: "Ready", Status: "False", LastTransitionTime: since}
		object.Status.Conditions = []corev1.PodCondition{ready}
		return seen(on.CoreV1().Pods(space).UpdateStatus(ctx, object, update))
	}},
	{"patch by merging", func(ctx context.Context, on clients) (string, error) {
		body := []byte(`{"data":{"b":null}}`)
		return seen(on.CoreV1().ConfigMaps(space).Patch(ctx, "map", types.MergePatchType, body, patch))
	}},
	{"patch strategically", func(ctx context.Context, on clients) (string, error) {
		side := `{"name":"side","image":"registry.example/side:1"}`
		body := []byte(`{"spec":{"template":{"spec":{"containers":[` + side + `]}}}}`)
		deployments := on.AppsV1().Deployments(space)
		return seen(deployments.Patch(ctx, "deployment", types.StrategicMergePatchType, body, patch))
	}},
	{"patch by operations", func(ctx context.Context, on clients) (string, error) {
		body := []byte(`[{"op":"remove","path":"/binaryData"}]`)
		return seen(on.CoreV1().ConfigMaps(space).Patch(ctx, "map", types.JSONPatchType, body, patch))
	}},
	{"scale", func(ctx context.Context, on clients) (string, error) {
		object := &autoscalingv1.Scale{
			ObjectMeta: named("deployment"),
			Spec:       autoscalingv1.ScaleSpec{Replicas: 3},
		}
		return seen(on.AppsV1().Deployments(space).UpdateScale(ctx, "deployment", object, update))
	}},
	{"ask for access", func(ctx context.Context, on clients) (string, error) {
		object := &authorizationv1.SelfSubjectAccessReview{}
		object.Spec.ResourceAttributes = &authorizationv1.ResourceAttributes{Verb: "get", Resource: "pods"}
		answer, err := on.AuthorizationV1().SelfSubjectAccessReviews().Create(ctx, object, create)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("allowed %t", answer.Status.Allowed), nil
	}},
	{"ask for a token, and whose it is", func(ctx context.Context, on clients) (string, error) {
		accounts := on.CoreV1().ServiceAccounts(space)
		token, err := accounts.CreateToken(ctx, "robot", &authenticationv1.TokenRequest{}, create)
		if err != nil {
			return "", err
		}
		review := &authenticationv1.TokenReview{}
		review.Spec.Token = token.Status.Token
		answer, err := on.AuthenticationV1().TokenReviews().Create(ctx, review, create)
		if err != nil {
			return "", err
		}
		whose := answer.Status.User
		return fmt.Sprintf("%s %v %t", whose.Username, whose.Groups, answer.Status.Authenticated), nil
	}},
}
