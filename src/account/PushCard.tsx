/** Messages on the user's devices. The user turns them on for this device, and can remove any device. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import {
  type Obstacle,
  obstacle,
  ownAddress,
  type PushDevice,
  readDevices,
  removeDevice,
  turnOff,
  turnOn,
} from '../../dataProvider/push.ts';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { useAttempt } from '../../resources/feedback/toasts.ts';
import { Notice } from '../session/Notice.tsx';
import { useInstant } from './use-instant.ts';

const DEVICES = ['own devices'];

async function read() {
  const [devices, own] = await Promise.all([readDevices(), ownAddress()]);
  return { ...devices, own };
}

export function PushCard() {
  const translate = useTranslate();
  const client = useQueryClient();
  const attempt = useAttempt();
  const { data, error, refetch } = useQuery({ queryKey: DEVICES, queryFn: read });
  const [busy, setBusy] = useState(false);
  const [hindered, setHindered] = useState<Obstacle | 'unreachable' | undefined>(obstacle);
  const isOn = data?.dispositivi.some(({ indirizzo }) => indirizzo === data.own) ?? false;
  const change = async (act: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    await attempt(act);
    await client.invalidateQueries({ queryKey: DEVICES });
    setBusy(false);
  };
  const begin = async (key: string): Promise<void> => {
    // If the push service is out of reach, browsers report this in English, each with its own text.
    setHindered(
      await turnOn(key).catch((reason) =>
        reason instanceof DOMException ? 'unreachable' : Promise.reject(reason),
      ),
    );
  };
  return (
    <section className="account-card" aria-busy={!data && !error}>
      <h2>{translate('officina.push.title')}</h2>
      <p className="factor-text">{translate('officina.push.about')}</p>
      {hindered && <Notice severity="info">{translate(`officina.push.${hindered}`)}</Notice>}
      {replacesData(error, data) && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading height={80} />}
      {data && (!hindered || hindered === 'unreachable') && !isOn && (
        <button
          type="button"
          className="button push-on"
          disabled={busy}
          onClick={() => void change(() => begin(data.chiave))}
        >
          {translate('officina.push.turn_on')}
        </button>
      )}
      {data && data.dispositivi.length > 0 && (
        <ul className="visits">
          {data.dispositivi.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              own={device.indirizzo === data.own}
              busy={busy}
              onRemove={() =>
                change(() => (device.indirizzo === data.own ? turnOff() : removeDevice(device.id)))
              }
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface DeviceRowProps {
  device: PushDevice;
  /** Whether this is the device that the user is holding. */
  own: boolean;
  busy: boolean;
  onRemove(): void;
}

function DeviceRow({ device: { dispositivo, creato, inviato }, own, busy, onRemove }: DeviceRowProps) {
  const translate = useTranslate();
  const moment = useInstant();
  const name = dispositivo ?? translate('officina.account.unknown_device');
  return (
    <li className={own ? 'visit visit-open' : 'visit'}>
      <div>
        <p className="visit-device">
          {name}
          {own && <span className="visit-mark">{translate('officina.push.this_one')}</span>}
        </p>
        <p className="factor-text">
          {translate('officina.push.since', { when: moment(creato) })}
          {inviato && `, ${translate('officina.push.last', { when: moment(inviato) })}`}
        </p>
      </div>
      <button
        type="button"
        className="button button-plain visit-end"
        aria-label={translate('officina.push.turn_off_named', { name })}
        disabled={busy}
        onClick={onRemove}
      >
        {translate('officina.push.turn_off')}
      </button>
    </li>
  );
}
