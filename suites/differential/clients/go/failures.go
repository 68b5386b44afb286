package main

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// expected shows whether an error matches a predicate, and the error itself.
func expected(is func(error) bool, err error) (string, error) {
	if err == nil {
		return "no error", nil
	}
	return fmt.Sprintf("known %t, %s", is(err), refusal(err)), nil
}

var errorSteps = []step{
	{"get what is absent", func(ctx context.Context, on clients) (string, error) {
		_, err := on.CoreV1().ConfigMaps(space).Get(ctx, "absent", get)
		return expected(apierrors.IsNotFound, err)
	}},
	{"create what is there", func(ctx context.Context, on clients) (string, error) {
		same := &corev1.ConfigMap{ObjectMeta: named("map")}
		_, err := on.CoreV1().ConfigMaps(space).Create(ctx, same, create)
		return expected(apierrors.IsAlreadyExists, err)
	}},
	{"update what has changed", func(ctx context.Context, on clients) (string, error) {
		stale := &corev1.ConfigMap{ObjectMeta: named("map")}
		stale.ResourceVersion = "1"
		_, err := on.CoreV1().ConfigMaps(space).Update(ctx, stale, update)
		return expected(apierrors.IsConflict, err)
	}},
	{"create what is wrong", func(ctx context.Context, on clients) (string, error) {
		wrong := &corev1.ConfigMap{ObjectMeta: named("wrong"), Data: map[string]string{"a b": ""}}
		_, err := on.CoreV1().ConfigMaps(space).Create(ctx, wrong, create)
		return expected(apierrors.IsInvalid, err)
	}},
	{"create a service without ports", func(ctx context.Context, on clients) (string, error) {
		none := &corev1.Service{ObjectMeta: named("none")}
		_, err := on.CoreV1().Services(space).Create(ctx, none, create)
		return expected(apierrors.IsInvalid, err)
	}},
	{"create in a namespace that is absent", func(ctx context.Context, on clients) (string, error) {
		object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "map"}}
		_, err := on.CoreV1().ConfigMaps("absent").Create(ctx, object, create)
		return expected(apierrors.IsNotFound, err)
	}},
	{"delete another object than the one that is there", func(ctx context.Context, on clients) (string, error) {
		other := metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions("none")}
		err := on.CoreV1().Secrets(space).Delete(ctx, "secret", other)
		return fmt.Sprintf("conflict %t", apierrors.IsConflict(err)), nil
	}},
	{"evict a pod by dry run", func(ctx context.Context, on clients) (string, error) {
		dry := &metav1.DeleteOptions{DryRun: []string{metav1.DryRunAll}}
		eviction := &policyv1.Eviction{ObjectMeta: named("pod"), DeleteOptions: dry}
		err := on.PolicyV1().Evictions(space).Evict(ctx, eviction)
		return fmt.Sprintf("error %v", err), nil
	}},
}
