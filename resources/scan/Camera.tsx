/** The camera's picture, and the codes that it reads. */
import FlashlightOffIcon from '@mui/icons-material/FlashlightOff';
import FlashlightOnIcon from '@mui/icons-material/FlashlightOn';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type CameraFault, faultOf, hasLamp, lightLamp } from './camera.ts';
import { CameraReader } from './reader.ts';
import './scan.css';

const EVERY_MS = 250;

interface CameraProps {
  /** Whether the picture is displayed without reading codes. */
  paused: boolean;
  /** Is called after each attempt to read a code, with null if there was none. */
  onLook(text: string | null): void;
  onFault(fault: CameraFault): void;
}

export function Camera({ paused, onLook, onFault }: CameraProps) {
  const translate = useTranslate();
  const [started, setStarted] = useState(false);
  const [stream, setStream] = useState<MediaStream>();
  return (
    <Box className="scan-camera">
      <CameraReader
        delay={paused ? false : EVERY_MS}
        facingMode="environment"
        showViewFinder={false}
        onScan={onLook}
        onError={(error) => onFault(faultOf(error))}
        onLoad={() => setStarted(true)}
        onStream={setStream}
      />
      <div className="scan-frame" aria-hidden="true" />
      <Typography className="scan-hint" variant="body2" role="status">
        {translate(started ? 'officina.scan.aim' : 'officina.scan.starting')}
      </Typography>
      {stream && hasLamp(stream) && <LampButton stream={stream} />}
    </Box>
  );
}

function LampButton({ stream }: { stream: MediaStream }) {
  const translate = useTranslate();
  const [on, setOn] = useState(false);
  const turn = async () => {
    await lightLamp(stream, !on);
    setOn(!on);
  };
  return (
    <IconButton
      className="scan-lamp"
      aria-label={translate('officina.scan.lamp')}
      aria-pressed={on}
      onClick={turn}
    >
      {on ? <FlashlightOffIcon /> : <FlashlightOnIcon />}
    </IconButton>
  );
}
