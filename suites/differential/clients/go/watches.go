package main

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/record"
)

// watchWrites writes three times to one object and returns the events of a watch.
func watchWrites(ctx context.Context, on clients, watching watch.Interface, name string) (string, error) {
	defer watching.Stop()
	maps := on.CoreV1().ConfigMaps(space)
	made, err := maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: named(name)}, create)
	if err != nil {
		return "", err
	}
	made.Data = map[string]string{"a": "1"}
	if _, err := maps.Update(ctx, made, update); err != nil {
		return "", err
	}
	if err := maps.Delete(ctx, name, remove); err != nil {
		return "", err
	}
	var events []string
	for event := range watching.ResultChan() {
		object, err := meta.Accessor(event.Object)
		if err != nil {
			return "", err
		}
		events = append(events, fmt.Sprintf("%s %T %s", event.Type, event.Object, object.GetName()))
		if event.Type == watch.Deleted {
			break
		}
	}
	return strings.Join(events, ", "), nil
}

// one selects one object by name, for at most 20 seconds.
func one(name string) metav1.ListOptions {
	return metav1.ListOptions{FieldSelector: "metadata.name=" + name, TimeoutSeconds: new(int64(20))}
}

// storm writes to a few objects concurrently for a time.
func storm(ctx context.Context, on clients, lasting time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, lasting)
	defer cancel()
	maps := on.CoreV1().ConfigMaps(space)
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				name := fmt.Sprintf("storm-%d", rand.Intn(20))
				object := &corev1.ConfigMap{ObjectMeta: named(name)}
				object.Data = map[string]string{"n": fmt.Sprint(n)}
				_, err := maps.Create(ctx, object, create)
				if apierrors.IsAlreadyExists(err) && n%3 == 0 {
					_ = maps.Delete(ctx, object.Name, remove)
				} else if apierrors.IsAlreadyExists(err) {
					_, _ = maps.Update(ctx, object, update)
				}
			}
		})
	}
	writers.Wait()
}

// waitUntilSynced waits until the cache of an informer equals a list.
func waitUntilSynced(ctx context.Context, on clients, known func() map[string]string) (string, error) {
	same := func(ctx context.Context) (bool, error) {
		list, err := on.CoreV1().ConfigMaps(space).List(ctx, metav1.ListOptions{})
		if err != nil {
			return false, err
		}
		versions := known()
		for _, item := range list.Items {
			if versions[item.Name] != item.ResourceVersion {
				return false, nil
			}
		}
		return len(versions) == len(list.Items), nil
	}
	err := wait.PollUntilContextTimeout(ctx, 50*time.Millisecond, 20*time.Second, true, same)
	return fmt.Sprintf("the same as listed %t", err == nil), nil
}

var watchSteps = []step{
	{"watch", func(ctx context.Context, on clients) (string, error) {
		watching, err := on.CoreV1().ConfigMaps(space).Watch(ctx, one("watched"))
		if err != nil {
			return "", err
		}
		return watchWrites(ctx, on, watching, "watched")
	}},
	{"watch metadata alone", func(ctx context.Context, on clients) (string, error) {
		watching, err := on.metadata.Resource(configMaps).Namespace(space).Watch(ctx, one("partial"))
		if err != nil {
			return "", err
		}
		return watchWrites(ctx, on, watching, "partial")
	}},
	{"watch from what is no version", func(ctx context.Context, on clients) (string, error) {
		options := metav1.ListOptions{ResourceVersion: "not-a-version", Watch: true}
		_, err := on.CoreV1().ConfigMaps(space).Watch(ctx, options)
		if status, is := err.(apierrors.APIStatus); is {
			return fmt.Sprintf("code %d", status.Status().Code), nil
		}
		return "no refusal", err
	}},
	{"an informer in a storm", func(ctx context.Context, on clients) (string, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		factory := informers.NewSharedInformerFactoryWithOptions(on, 0, informers.WithNamespace(space))
		lister := factory.Core().V1().ConfigMaps().Lister()
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
		storm(ctx, on, 3*time.Second)
		return waitUntilSynced(ctx, on, func() map[string]string {
			items, _ := lister.List(labels.Everything())
			versions := map[string]string{}
			for _, item := range items {
				versions[item.Name] = item.ResourceVersion
			}
			return versions
		})
	}},
	{"an informer of metadata in a storm", func(ctx context.Context, on clients) (string, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		factory := metadatainformer.NewFilteredSharedInformerFactory(on.metadata, 0, space, nil)
		informer := factory.ForResource(configMaps)
		store := informer.Informer().GetStore()
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
		storm(ctx, on, 2*time.Second)
		return waitUntilSynced(ctx, on, func() map[string]string {
			versions := map[string]string{}
			for _, item := range store.List() {
				if object, err := meta.Accessor(item.(runtime.Object)); err == nil {
					versions[object.GetName()] = object.GetResourceVersion()
				}
			}
			return versions
		})
	}},
	{"record an event twice", func(ctx context.Context, on clients) (string, error) {
		broadcaster := record.NewBroadcaster()
		defer broadcaster.Shutdown()
		sink := &typedcorev1.EventSinkImpl{Interface: on.CoreV1().Events(space)}
		broadcaster.StartRecordingToSink(sink)
		recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "gopher"})
		about := &corev1.Pod{ObjectMeta: named("pod")}
		recorder.Event(about, "Normal", "Twice", "said twice")
		recorder.Event(about, "Normal", "Twice", "said twice")
		count := int32(0)
		isCounted := func(ctx context.Context) (bool, error) {
			list, err := on.CoreV1().Events(space).List(ctx, metav1.ListOptions{FieldSelector: "reason=Twice"})
			if err == nil && len(list.Items) == 1 {
				count = list.Items[0].Count
			}
			return count == 2, err
		}
		err := wait.PollUntilContextTimeout(ctx, 50*time.Millisecond, 10*time.Second, true, isCounted)
		return fmt.Sprintf("counted %d", count), err
	}},
}
