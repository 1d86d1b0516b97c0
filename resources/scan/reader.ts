/** react-qr-reader, kept from leaving the camera on: the one file that knows which library reads codes. */
import type { ChangeEvent } from 'react';
import Imported from 'react-qr-reader';

/** The bundler may hand out the whole module in place of its default. */
const Reader = (Imported as unknown as { default?: typeof Imported }).default ?? Imported;

/** The picture is read dot by dot again and again; a canvas that knows it from the start is the faster one. */
const prepare = (canvas: HTMLCanvasElement | null | undefined) =>
  canvas?.getContext('2d', { willReadFrequently: true });

export class PhotoReader extends Reader {
  /** Who opens the choice again and takes nothing has chosen no file. */
  override handleInputChange(event: ChangeEvent<HTMLInputElement>): void {
    if (event.target.files?.length) super.handleInputChange(event);
  }

  override check(): void {
    prepare(this.els.canvas);
    super.check();
  }
}

interface CameraProps {
  onStream(stream: MediaStream): void;
}

export class CameraReader extends Reader<CameraProps> {
  private gone = false;

  /** The camera may answer after who asked has left: it is turned off at once, where the library would wait for it. */
  override handleVideo(stream: MediaStream): void {
    if (this.gone) {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    const { preview } = this.els;
    if (preview) {
      // The library starts the picture and does not hear that it was ended while it started.
      const play = preview.play.bind(preview);
      preview.play = () => play().catch(() => undefined);
      this.props.onStream(stream);
    }
    super.handleVideo(stream);
  }

  override check(): void {
    prepare(this.els.canvas);
    super.check();
  }

  override handleLoadStart(): void {
    if (!this.gone) super.handleLoadStart();
  }

  override componentWillUnmount(): void {
    this.gone = true;
    super.componentWillUnmount();
  }
}
