import { limits, type MonitorRecord } from '@clusterdesk/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveEvent, useLostSince, useWatch } from '../../shared/live/live-provider.js';
import { monitorData, withSamples, withStatus, type RangeName } from './api/monitor-data.js';

const checkMs = 1_000;

/**
 * Keeps the monitoring page's data moving: samples and comings and goings are written into the query cache. When nothing has
 * come for as long as a silent host is given, though the connection stands, the server is asked again.
 */
export function useMonitoringLive(range: RangeName): void {
  const queryClient = useQueryClient();
  const lostSince = useLostSince();
  const lastHeard = useRef(0);
  const { queryKey } = monitorData(range);
  const key = useRef(queryKey);
  useEffect(() => {
    key.current = queryKey;
  });

  useWatch({ topic: 'monitoring' });
  useLiveEvent('metrics', ({ samples }) => {
    lastHeard.current = Date.now();
    const records = queryClient.getQueryData<MonitorRecord[]>(queryKey);
    if (!records) {
      return;
    }
    const known = new Set(records.map((record) => record.nodeId));
    queryClient.setQueryData(queryKey, withSamples(records, samples, range));
    if (samples.some((sample) => !known.has(sample.nodeId))) {
      void queryClient.invalidateQueries({ queryKey });
    }
  });
  useLiveEvent('nodeStatus', ({ nodeId, online }) => {
    lastHeard.current = Date.now();
    queryClient.setQueryData<MonitorRecord[]>(
      queryKey,
      (records) => records && withStatus(records, nodeId, online),
    );
    // Facts of a host (cores, confinement, when it was last seen) may be others by now.
    void queryClient.invalidateQueries({ queryKey });
  });

  const isConnected = lostSince === null;
  const wasLost = useRef(false);
  useEffect(() => {
    if (!isConnected) {
      wasLost.current = true;
      return undefined;
    }
    if (wasLost.current) {
      // The samples of that time are not sent again.
      wasLost.current = false;
      void queryClient.invalidateQueries({ queryKey: key.current });
    }
    lastHeard.current = Date.now();
    const timer = setInterval(() => {
      if (Date.now() - lastHeard.current > limits.agentSilenceMs) {
        lastHeard.current = Date.now();
        void queryClient.invalidateQueries({ queryKey: key.current });
      }
    }, checkMs);
    return () => clearInterval(timer);
  }, [isConnected, queryClient]);
}
